//! What the API description must say and a type alone does not.

use std::borrow::Cow;
use std::marker::PhantomData;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// An input that serves to change something, where nothing is required, and to create it.
pub trait Creation: ToSchema {
    /// The name of the input to create with.
    const NAME: &'static str;
    /// What cannot be left out then.
    const REQUIRED: &'static [&'static str];
}

/// The input as it is described where it creates.
pub struct ToCreate<T>(PhantomData<T>);

impl<T: Creation> PartialSchema for ToCreate<T> {
    fn schema() -> RefOr<Schema> {
        let mut schema = T::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required = T::REQUIRED.iter().map(|name| (*name).to_owned()).collect();
            for name in T::REQUIRED {
                object.properties.entry((*name).to_owned()).and_modify(not_null);
            }
        }
        schema
    }
}

impl<T: Creation> ToSchema for ToCreate<T> {
    fn name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
    }
}

fn not_null(property: &mut RefOr<Schema>) {
    match property {
        RefOr::T(Schema::Object(object)) => {
            if let SchemaType::Array(types) = &mut object.schema_type {
                types.retain(|one| *one != Type::Null);
                if let [only] = types.as_slice() {
                    object.schema_type = SchemaType::Type(only.clone());
                }
            }
        }
        RefOr::T(Schema::OneOf(choices)) => {
            choices.items.retain(|choice| !is_null(choice));
            if let [only] = choices.items.as_slice() {
                *property = only.clone();
            }
        }
        _ => {}
    }
}

fn is_null(choice: &RefOr<Schema>) -> bool {
    matches!(choice, RefOr::T(Schema::Object(object))
        if matches!(object.schema_type, SchemaType::Type(Type::Null)))
}
