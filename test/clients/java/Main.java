import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.api.ContactsApi.APICreateContactRequest;
import org.openapitools.client.api.ContactsApi.APIDeleteContactRequest;
import org.openapitools.client.api.ContactsApi.APIGetContactRequest;
import org.openapitools.client.api.ContactsApi.APIListContactsRequest;
import org.openapitools.client.api.ContactsApi.APIUpdateContactRequest;
import org.openapitools.client.model.ContactCreate;
import org.openapitools.client.model.ContactOrder;
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
    // The builders of requests leave out what is not set, also parameters of later versions.
    var made =
        contacts.createContact(
            APICreateContactRequest.newBuilder()
                .contactCreate(
                    new ContactCreate()
                        .firstName("Java")
                        .nickname("Ja")
                        .emails(List.of(new Email().value("java@example.com"))))
                .build());
    var update = APIUpdateContactRequest.newBuilder().id(made.getId());

    // What was not set is absent and stays.
    var changed =
        contacts.updateContact(update.contactUpdate(new ContactUpdate().jobTitle("Bean")).build());
    check("Ja".equals(changed.getNickname()) && changed.getEmails().size() == 1, "absent");

    // A member set to null is null and clears.
    changed =
        contacts.updateContact(update.contactUpdate(new ContactUpdate().nickname(null)).build());
    check(changed.getNickname() == null && changed.getEmails().size() == 1, "null");

    var found =
        contacts.listContacts(
            APIListContactsRequest.newBuilder()
                .sort(ContactOrder.CREATED_AT_DESCENDING)
                .search("java")
                .isFavorite(false)
                .build());
    check(found.getTotal() == 1 && found.getData().get(0).getId().equals(made.getId()), "list");
    contacts.deleteContact(APIDeleteContactRequest.newBuilder().id(made.getId()).build());
    try {
      contacts.getContact(APIGetContactRequest.newBuilder().id(made.getId()).build());
      check(false, "The contact is still there.");
    } catch (ApiException error) {
      check(error.getCode() == 404, "get");
    }
  }

  private static void check(boolean ok, String what) {
    if (!ok) throw new IllegalStateException(what);
  }
}
