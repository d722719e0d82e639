//! Creates, changes, clears and finds a contact with the generated client.

use kith::apis::{configuration::Configuration, contacts_api as contacts, Error};
use kith::models::{ContactCreate, ContactUpdate, Email};
use std::env::var;

#[tokio::main]
async fn main() {
    let client = Configuration {
        base_path: var("KITH_URL").unwrap(),
        bearer_access_token: var("KITH_KEY").ok(),
        ..Configuration::new()
    };
    let create = ContactCreate {
        first_name: Some(Some("Rust".into())),
        nickname: Some(Some("Ru".into())),
        emails: Some(vec![Email::new("rust@example.com".into())]),
        ..ContactCreate::new()
    };
    let made = contacts::create_contact(&client, create, None).await.unwrap();
    let id = made.id.to_string();

    // None is absent and stays.
    let title = ContactUpdate { job_title: Some(Some("Crab".into())), ..ContactUpdate::new() };
    let changed = contacts::update_contact(&client, &id, title, None).await.unwrap();
    assert_eq!((changed.nickname.as_deref(), changed.emails.len()), (Some("Ru"), 1));

    // Some(None) is null and clears.
    let clear = ContactUpdate { nickname: Some(None), ..ContactUpdate::new() };
    let changed = contacts::update_contact(&client, &id, clear, None).await.unwrap();
    assert_eq!(changed.nickname, None);

    let found = contacts::list_contacts(
        &client, None, None, Some("-createdAt"), Some("rust"), None, None, Some(false),
    ).await.unwrap();
    assert_eq!((found.total, found.data[0].id), (1, made.id));
    contacts::delete_contact(&client, &id, None).await.unwrap();
    match contacts::get_contact(&client, &id, None).await {
        Err(Error::ResponseError(refused)) => assert_eq!(refused.status.as_u16(), 404),
        other => panic!("The contact is still there: {other:?}"),
    }
}
