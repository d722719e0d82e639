//! Creates, changes, clears and finds a contact with the generated client.

use kith::apis::{configuration::Configuration, contacts_api as contacts, Error};
use kith::apis::contacts_api::{ContactsApi, ContactsApiClient};
use kith::models::{ContactCreate, ContactUpdate, Email};
use std::{env::var, sync::Arc};

#[tokio::main]
async fn main() {
    let client = ContactsApiClient::new(Arc::new(Configuration {
        base_path: var("KITH_URL").unwrap(),
        bearer_access_token: var("KITH_KEY").ok(),
        ..Configuration::new()
    }));
    let create = ContactCreate {
        first_name: Some(Some("Rust".into())),
        nickname: Some(Some("Ru".into())),
        emails: Some(vec![Email::new("rust@example.com".into())]),
        ..ContactCreate::new()
    };
    // The builders of parameters leave out what is not set, also parameters of later versions.
    let made = client
        .create_contact(contacts::CreateContactParams::builder().contact_create(create).build())
        .await
        .unwrap();
    let id = made.id.to_string();
    let update = |change: ContactUpdate| {
        client.update_contact(
            contacts::UpdateContactParams::builder().id(id.clone()).contact_update(change).build(),
        )
    };

    // None is absent and stays.
    let title = ContactUpdate { job_title: Some(Some("Crab".into())), ..ContactUpdate::new() };
    let changed = update(title).await.unwrap();
    assert_eq!((changed.nickname.as_deref(), changed.emails.len()), (Some("Ru"), 1));

    // Some(None) is null and clears.
    let clear = ContactUpdate { nickname: Some(None), ..ContactUpdate::new() };
    assert_eq!(update(clear).await.unwrap().nickname, None);

    let search = contacts::ListContactsParams::builder()
        .sort(kith::models::ContactOrder::CREATED_AT_DESCENDING)
        .search("rust".into())
        .is_favorite(false)
        .build();
    let found = client.list_contacts(search).await.unwrap();
    assert_eq!((found.total, found.data[0].id), (1, made.id));
    client
        .delete_contact(contacts::DeleteContactParams::builder().id(id.clone()).build())
        .await
        .unwrap();
    match client.get_contact(contacts::GetContactParams::builder().id(id.clone()).build()).await {
        Err(Error::ResponseError(refused)) => assert_eq!(refused.status.as_u16(), 404),
        other => panic!("The contact is still there: {other:?}"),
    }
}
