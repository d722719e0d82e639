import kith.apis.ContactsApi
import kith.infrastructure.ApiClient
import kith.infrastructure.ClientException
import kith.models.ContactCreate
import kith.models.ContactOrder
import kith.models.ContactUpdate
import kith.models.Email

/** Creates, changes, clears and finds a contact with the generated client. */
fun main() {
    ApiClient.accessToken = System.getenv("KITH_KEY")
    val contacts = ContactsApi(System.getenv("KITH_URL"))
    val made = contacts.createContact(
        ContactCreate(
            firstName = "Kotlin",
            nickname = "Ko",
            emails = listOf(Email(value = "kotlin@example.com")),
        ),
    )

    // What is null is absent and stays.
    val changed = contacts.updateContact(made.id, ContactUpdate(jobTitle = "Island"))
    check(changed.nickname == "Ko" && changed.emails.size == 1)

    // An empty text clears; null cannot be sent.
    check(contacts.updateContact(made.id, ContactUpdate(nickname = "")).nickname == null)

    val found = contacts.listContacts(
        search = "kotlin",
        sort = ContactOrder.CREATED_AT_DESCENDING,
        isFavorite = false,
    )
    check(found.total == 1 && found.data[0].id == made.id)
    contacts.deleteContact(made.id)
    try {
        contacts.getContact(made.id)
        error("The contact is still there.")
    } catch (refused: ClientException) {
        check(refused.statusCode == 404)
    }
    kotlin.system.exitProcess(0)
}
