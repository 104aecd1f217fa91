//! Structured fields (RFC 9651) as the parser finds them. Whatever has a name keeps its order, and
//! the last of the same name counts.

use core::convert::Infallible;

use sfv::visitor::{
    DictionaryVisitor, EntryVisitor, InnerListVisitor, ItemVisitor, ListVisitor, ParameterVisitor,
};
use sfv::{BareItem, BareItemFromInput, Key, KeyRef, Parser};

/// The members of a dictionary.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Dictionary {
    members: Vec<(Key, Item)>,
}

/// A member of a dictionary or of a list.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Item {
    /// Its value.
    pub value: Value,
    /// Its parameters.
    pub parameters: Parameters,
}

/// The value of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A bare one.
    Bare(BareItem),
    /// The items of an inner list. They are bare.
    Inner(Vec<Item>),
}

/// The parameters of an item.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Parameters {
    parameters: Vec<(Key, BareItem)>,
}

impl Dictionary {
    /// Reads a field value.
    ///
    /// # Errors
    ///
    /// What the parser says when it is no dictionary.
    pub fn parse(field: &str) -> Result<Self, sfv::Error> {
        Parser::new(field).parse_dictionary_with_visitor(Self::default())
    }

    /// The member of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Item> {
        find(&self.members, name)
    }

    /// The names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// The members in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.members.iter().map(|(_, item)| item)
    }
}

/// Reads a field value that is a list.
///
/// # Errors
///
/// What the parser says when it is none.
pub fn parse_list(field: &str) -> Result<Vec<Item>, sfv::Error> {
    Parser::new(field).parse_list_with_visitor(List(Vec::new()))
}

impl Item {
    /// The value, when it is a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        Some(self.bare()?.as_string()?.as_str())
    }

    /// The value, when it is a token.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        Some(self.bare()?.as_token()?.as_str())
    }

    /// The value, when it is a byte sequence.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bare()?.as_byte_sequence()
    }

    /// The items, when it is an inner list.
    #[must_use]
    pub fn inner_list(&self) -> Option<&[Self]> {
        match &self.value {
            Value::Inner(items) => Some(items),
            Value::Bare(_) => None,
        }
    }

    /// The value, unless it is an inner list.
    #[must_use]
    pub const fn bare(&self) -> Option<&BareItem> {
        match &self.value {
            Value::Bare(value) => Some(value),
            Value::Inner(_) => None,
        }
    }
}

impl Parameters {
    /// The parameter of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&BareItem> {
        find(&self.parameters, name)
    }

    /// The parameter of that name, when it is a string.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        Some(self.get(name)?.as_string()?.as_str())
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// The parameters in order.
    pub fn iter(&self) -> impl Iterator<Item = (&KeyRef, &BareItem)> {
        let parameters = self.parameters.iter();
        parameters.map(|(name, value)| (&**name, value))
    }

    /// Sets a parameter: in its place when it is there, else at the end.
    pub fn set(&mut self, name: &KeyRef, value: BareItem) {
        set(&mut self.parameters, name, value);
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::Inner(Vec::new())
    }
}

fn find<'a, T>(named: &'a [(Key, T)], name: &str) -> Option<&'a T> {
    let mut named = named.iter();
    let (_, found) = named.find(|(other, _)| other.as_str() == name)?;
    Some(found)
}

/// Puts a value in the place of the one of that name, or at the end.
fn set<'a, T>(named: &'a mut Vec<(Key, T)>, name: &KeyRef, value: T) -> &'a mut T {
    let known = named.iter().position(|(other, _)| **other == *name);
    let at = known.unwrap_or(named.len());
    if known.is_some() {
        named.remove(at);
    }
    named.insert(at, (name.to_owned(), value));
    let (_, value) = named.get_mut(at).expect("it was put there");
    value
}

fn push(items: &mut Vec<Item>) -> &mut Item {
    items.push(Item::default());
    items.last_mut().expect("it was put there")
}

impl<'de> DictionaryVisitor<'de> for Dictionary {
    type Out = Self;
    type Error = Infallible;

    fn entry(&mut self, name: &'de KeyRef) -> Result<impl EntryVisitor<'de>, Infallible> {
        Ok(set(&mut self.members, name, Item::default()))
    }

    fn finish(self) -> Result<Self, Infallible> {
        Ok(self)
    }
}

struct List(Vec<Item>);

impl<'de> ListVisitor<'de> for List {
    type Out = Vec<Item>;
    type Error = Infallible;

    fn entry(&mut self) -> Result<impl EntryVisitor<'de>, Infallible> {
        Ok(push(&mut self.0))
    }

    fn finish(self) -> Result<Vec<Item>, Infallible> {
        Ok(self.0)
    }
}

impl<'de> EntryVisitor<'de> for &mut Item {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'de>, Infallible> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Infallible> {
        Ok(InnerList {
            items: Vec::new(),
            place: self,
        })
    }
}

impl<'de> ItemVisitor<'de> for &mut Item {
    type Out = ();
    type Error = Infallible;

    fn bare_item(
        self,
        value: BareItemFromInput<'de>,
    ) -> Result<impl ParameterVisitor<'de, Out = ()>, Infallible> {
        self.value = Value::Bare(value.into());
        Ok(&mut self.parameters)
    }
}

struct InnerList<'a> {
    items: Vec<Item>,
    place: &'a mut Item,
}

impl<'de> InnerListVisitor<'de> for InnerList<'_> {
    type Error = Infallible;

    fn item(&mut self) -> Result<impl ItemVisitor<'de>, Infallible> {
        Ok(push(&mut self.items))
    }

    fn finish(self) -> Result<impl ParameterVisitor<'de>, Infallible> {
        self.place.value = Value::Inner(self.items);
        Ok(&mut self.place.parameters)
    }
}

impl<'de> ParameterVisitor<'de> for &mut Parameters {
    type Out = ();
    type Error = Infallible;

    fn parameter(
        &mut self,
        name: &'de KeyRef,
        value: BareItemFromInput<'de>,
    ) -> Result<(), Infallible> {
        self.set(name, value.into());
        Ok(())
    }

    fn finish(self) -> Result<(), Infallible> {
        Ok(())
    }
}
