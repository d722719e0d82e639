import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.model.ContactCreate;
import org.openapitools.client.model.ContactUpdate;
import org.openapitools.client.model.Email;

/** Creates, changes, clears and finds a contact with the generated client. */
public class Main {
  public static void main(String[] arguments) throws ApiException {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("KITH_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("KITH_KEY")));
    var contacts = new ContactsApi(client);
    var made =
        contacts.createContact(
            new ContactCreate()
                .firstName("Java")
                .nickname("Ja")
                .emails(List.of(new Email().value("java@example.com"))),
            null);

    // What was not set is absent and stays.
    var changed = contacts.updateContact(made.getId(), new ContactUpdate().jobTitle("Bean"), null);
    check("Ja".equals(changed.getNickname()) && changed.getEmails().size() == 1, "absent");

    // A member set to null is null and clears.
    changed = contacts.updateContact(made.getId(), new ContactUpdate().nickname(null), null);
    check(changed.getNickname() == null && changed.getEmails().size() == 1, "null");

    var found = contacts.listContacts(null, null, "-createdAt", "java", null, null, false);
    check(found.getTotal() == 1 && found.getData().get(0).getId().equals(made.getId()), "list");
    contacts.deleteContact(made.getId(), null);
    try {
      contacts.getContact(made.getId(), null);
      check(false, "The contact is still there.");
    } catch (ApiException error) {
      check(error.getCode() == 404, "get");
    }
  }

  private static void check(boolean ok, String what) {
    if (!ok) throw new IllegalStateException(what);
  }
}
