//! The benchmarks: `cargo bench`.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    divan::main();
}

#[cfg(not(target_arch = "wasm32"))]
mod lesson {
    //! A whole lesson, from the recipe to the ending, and what is made of it.

    use aauth_sim::export::{har, json};
    use aauth_sim::lesson::{Recipe, Run, run};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    fn recipe() -> Recipe {
        let lesson = aauth_sim::lesson::lesson("clarification").expect("the lesson is there");
        Recipe::new(lesson)
    }

    fn honest() -> Run {
        run(&recipe())
    }

    /// Under 5 ms. The rate is in exchanges: requests with their responses.
    #[divan::bench]
    fn whole_run(bencher: Bencher<'_, '_>) {
        let exchanges = ItemsCount::new(honest().trace.exchanges().len());
        bencher
            .counter(exchanges)
            .with_inputs(recipe)
            .bench_refs(|recipe| run(recipe));
    }

    #[divan::bench]
    fn export_har(bencher: Bencher<'_, '_>) {
        let run = honest();
        bencher.bench(|| har(&run.trace));
    }

    #[divan::bench]
    fn export_json(bencher: Bencher<'_, '_>) {
        let run = honest();
        bencher.bench(|| json(&run));
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod exploring {
    //! Every way a lesson can go. The rate is in exchanges: requests with their responses.

    use aauth_sim::lesson::{Recipe, explore};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    fn recipe(rounds: &str) -> Recipe {
        let lesson = aauth_sim::lesson::lesson("clarification").expect("the lesson is there");
        let mut recipe = Recipe::new(lesson);
        let set = recipe.settings.set(lesson, "rounds", rounds);
        set.expect("it is within bounds");
        recipe
    }

    fn explored(bencher: Bencher<'_, '_>, rounds: &str, full: bool) {
        let survey = explore(&recipe(rounds), full).expect("nothing is broken");
        bencher
            .counter(ItemsCount::new(survey.exchanges))
            .with_inputs(|| recipe(rounds))
            .bench_refs(|recipe| explore(recipe, full));
    }

    /// Under 2 s.
    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn five_rounds(bencher: Bencher<'_, '_>) {
        explored(bencher, "5", false);
    }

    /// Under 5 s.
    #[divan::bench(sample_count = 1, sample_size = 1)]
    fn every_path_of_two_rounds(bencher: Bencher<'_, '_>) {
        explored(bencher, "2", true);
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod signature {
    //! The signature of one request.

    use aauth_sim::check::Walk;
    use aauth_sim::http::{Method, Request, Target};
    use aauth_sim::httpsig::{
        Coverage, KeySource, Obtained, Policy, Scheme, SignatureBase, SignatureFields,
        SignatureKey, sign, verify,
    };
    use aauth_sim::jose::{Jwk, SigningKey};
    use aauth_sim::time::Timestamp;
    use divan::Bencher;

    const NOW: Timestamp = Timestamp::START;

    /// A key set that is at hand.
    struct Published(Jwk);

    impl KeySource for Published {
        type Credential = ();

        fn obtain(&self, _key: &SignatureKey, _walk: &mut Walk) -> Obtained<()> {
            Obtained::ByLookup(Ok((self.0.clone(), ())))
        }
    }

    fn key() -> SigningKey {
        SigningKey::from_secret(&[7; 32]).with_kid("key-1")
    }

    fn signature_key() -> SignatureKey {
        SignatureKey::JwksUri {
            id: "https://ps.example".to_owned(),
            dwk: "aauth-person.json".to_owned(),
            kid: "key-1".to_owned(),
        }
    }

    fn unsigned() -> Request {
        let target = Target::parse("https://as.example/token").expect("a URL");
        let body = format!("{{\"resource_token\":\"{}\"}}", "e".repeat(600));
        Request::new(Method::Post, target).with_body("application/json", body)
    }

    fn signed() -> Request {
        let coverage = Coverage::with_body();
        sign(unsigned(), &key(), &signature_key(), &coverage, NOW).expect("it can be signed")
    }

    #[divan::bench]
    fn sign_a_request(bencher: Bencher<'_, '_>) {
        let (key, signature_key, coverage) = (key(), signature_key(), Coverage::with_body());
        bencher
            .with_inputs(unsigned)
            .bench_values(|request| sign(request, &key, &signature_key, &coverage, NOW));
    }

    #[divan::bench]
    fn verify_a_request(bencher: Bencher<'_, '_>) {
        let (request, keys) = (signed(), Published(key().public_jwk()));
        let schemes = [Scheme::JwksUri];
        let policy = Policy::new("as.example", Coverage::with_body(), &schemes, NOW);
        assert!(verify(&request, &policy, &keys).1.is_ok(), "it is honest");
        bencher.bench(|| verify(&request, &policy, &keys));
    }

    #[divan::bench]
    fn build_a_signature_base(bencher: Bencher<'_, '_>) {
        let request = signed();
        bencher.bench(|| {
            let fields = SignatureFields::parse(&request.headers).expect("it is signed");
            let input = fields.input("sig").expect("it has our label");
            SignatureBase::of(&request, &input).map(|base| base.to_string())
        });
    }
}
