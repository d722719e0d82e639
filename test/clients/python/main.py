"""Creates, changes, clears and finds a contact with the generated client."""

import os

import kith_client
from kith_client.models.contact_create import ContactCreate
from kith_client.models.contact_update import ContactUpdate
from kith_client.models.email import Email

configuration = kith_client.Configuration(
    host=os.environ["KITH_URL"], access_token=os.environ["KITH_KEY"]
)
with kith_client.ApiClient(configuration) as client:
    contacts = kith_client.ContactsApi(client)
    made = contacts.create_contact(
        ContactCreate(
            firstName="Python", nickname="Py", emails=[Email(value="python@example.com")]
        )
    )

    # What was not set is absent and stays.
    changed = contacts.update_contact(made.id, ContactUpdate(jobTitle="Snake"))
    assert (changed.job_title, changed.nickname, len(changed.emails)) == ("Snake", "Py", 1)

    # None is null and clears.
    assert contacts.update_contact(made.id, ContactUpdate(nickname=None)).nickname is None

    found = contacts.list_contacts(search="python", sort="-createdAt", is_favorite=False)
    assert (found.total, found.data[0].id) == (1, made.id)
    contacts.delete_contact(made.id)
    try:
        contacts.get_contact(made.id)
    except kith_client.ApiException as error:
        assert error.status == 404
    else:
        raise AssertionError("The contact is still there.")
