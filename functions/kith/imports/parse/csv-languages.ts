// The names of columns of other languages in English.
import { googleColumn, otherColumns } from "./csv-words.ts";

/**
 * Columns of Outlook for Windows in English, and what it calls them in German, French, Spanish, Italian, Portuguese, Dutch and
 * Polish, older versions included; in lower case. Outlook leaves some columns in English, and several languages share a name.
 * What has no row here is no field of Kith, and is listed under its own name. Known from the importers of Roundcube
 * (`csv2vcard.inc`) and Open-Xchange (`CSVContactImporterTest`), and from public programs that write such files.
 */
const outlook: Record<string, string> = {
  "title": "titre",
  "first name": "vorname|prénom|nombre|nome|nome próprio|primeiro nome|voornaam|imię",
  "middle name":
    "weitere vornamen|zweiter vorname|deuxième prénom|segundo nombre|secondo nome|nome do meio|segundo nome|middelste naam|drugie imię",
  "last name":
    "nachname|familienname|nom|nom de famille|apellidos|apellido|cognome|sobrenome|apelido|último nome|achternaam|nazwisko",
  "name prefix": "anrede|prefijo|prefisso|prefixo|voorvoegsel|prefiks|aanhef|namenspräfix|préfixe",
  "name suffix": "suffixe|sufijo|suffisso|sufixo|achtervoegsel|sufiks|namenssuffix|namenszusatz",
  "phonetic first name": "phonetischer vorname|prénom phonétique",
  "phonetic last name": "phonetischer nachname|nom phonétique",
  "nickname": "spitzname|surnom|apodo|soprannome|bijnaam|roepnaam|przydomek",
  "company": "firma|société|empresa|organización|società|organização|bedrijf",
  "department": "abteilung|service|departamento|reparto|afdeling|dział",
  "job title": "position|fonction|puesto|cargo|posizione|qualifica|functie|stanowisko",
  "business street":
    "straße geschäftlich|strasse geschäftlich|rue (bureau)|calle del trabajo|via (uff.)|rua do endereço comercial|rua comercial|" +
    "endereço comercial|werkadres, straat|adres służbowy - ulica",
  "business city":
    "ort geschäftlich|ville (bureau)|ciudad de trabajo|ciudad del trabajo|città (uff.)|cidade do endereço comercial|cidade comercial|" +
    "werkadres, plaats|adres służbowy - miejscowość",
  "business state":
    "region geschäftlich|bundesland/kanton geschäftlich|dép/région (bureau)|provincia o estado de trabajo|provincia o estado del trabajo|" +
    "provincia (uff.)|estado do endereço comercial|estado comercial|werkadres, provincie|adres służbowy - województwo",
  "business postal code":
    "postleitzahl geschäftlich|code postal (bureau)|código postal del trabajo|cap (uff.)|cep do endereço comercial|" +
    "código postal do endereço comercial|código postal comercial|werkadres, postcode|adres służbowy - kod pocztowy",
  "business country/region":
    "land/region geschäftlich|land geschäftlich|pays/région (bureau)|pays (bureau)|país o región del trabajo|" +
    "paese/area geografica (uff.)|país/região da empresa|país/região comercial|land/regio (werk)|werkadres, land/regio|" +
    "adres służbowy - kraj/region|adres służbowy - kraj",
  "business address po box":
    "postfach geschäftlich|b.p. professionnelle|apartado postal de la dirección del trabajo|indirizzo (uff.) - casella postale|" +
    "caixa postal do endereço comercial|werkadres, postbusnummer|służbowa skrzynka pocztowa",
  "home street":
    "straße privat|strasse privat|rue (domicile)|calle del domicilio|via (ab.)|endereço residencial|rua do endereço residencial|" +
    "rua de casa|huisadres, straat|adres domowy - ulica",
  "home city":
    "ort privat|ville (domicile)|ciudad del domicilio|ciudad de residencia|città (ab.)|cidade do endereço residencial|cidade de casa|" +
    "huisadres, plaats|adres domowy - miejscowość",
  "home state":
    "bundesland/kanton privat|region privat|dép/région (domicile)|provincia o estado del domicilio|provincia (ab.)|" +
    "estado do endereço residencial|estado de casa|estado|huisadres, provincie|adres domowy - województwo",
  "home postal code":
    "postleitzahl privat|code postal (domicile)|código postal del domicilio|cap (ab.)|cep do endereço residencial|" +
    "código postal do endereço residencial|código postal de casa|huisadres, postcode|adres domowy - kod pocztowy",
  "home country/region":
    "land/region privat|land privat|pays/région (domicile)|pays (domicile)|país o región del domicilio|" +
    "paese/area geografica (ab.)|país/região de residência|país/região do endereço residencial|land/regio (thuis)|" +
    "huisadres, land/regio|adres domowy - kraj/region|adres domowy - kraj",
  "home address po box":
    "postfach privat|boîte postale du domicile|apartado postal de la dirección personal|indirizzo (ab.) - casella postale|" +
    "caixa postal do endereço residencial|huisadres, postbusnummer|domowa skrzynka pocztowa",
  "other street":
    "weitere straße|weitere strasse|rue (autre)|otra calle|altra via|outra rua|outro endereço|ander adres, straat|inny adres - ulica",
  "other city":
    "weiterer ort|ville (autre)|otra ciudad|altra città|outra cidade|ander adres, plaats|inny adres - miejscowość",
  "other state":
    "weiteres/r bundesland/kanton|weitere region|dép/région (autre)|otra provincia o estado|altra provincia|outro estado|" +
    "ander adres, provincie|inny adres - województwo",
  "other postal code":
    "weitere postleitzahl|code postal (autre)|otro código postal|altro cap|outro cep|outro código postal|ander adres, postcode|" +
    "inny adres - kod pocztowy",
  "other country/region":
    "weiteres/e land/region|weiteres land|pays/région (autre)|pays (autre)|otro país o región|altro paese/area geografica|" +
    "outro país/região|land/regio (anders)|ander adres, land/regio|inny adres - kraj/region|inny adres - kraj",
  "other address po box":
    "weiteres postfach|autre boîte postale|otro apartado postal|altro indirizzo - casella postale|outra caixa postal|" +
    "ander adres, postbusnummer|inna skrzynka pocztowa",
  "assistant's phone":
    "telefon assistent|téléphone de l'assistant(e)|teléfono del ayudante|telefono assistente|telefone do assistente|" +
    "telefoon assistent|telefon asystenta",
  "business fax":
    "fax geschäftlich|télécopie (bureau)|fax (bureau)|fax del trabajo|fax (uff.)|fax comercial|fax op werk|faks służbowy",
  "business phone":
    "telefon geschäftlich|téléphone (bureau)|teléfono del trabajo|ufficio|telefone comercial|telefoon op werk|telefon służbowy",
  "callback":
    "rückmeldung|rappel|devolución de llamada|richiamata automatica|retorno de chamada|terugbellen|wywołanie zwrotne",
  "car phone":
    "autotelefon|téléphone (voiture)|teléfono del automóvil|telefono auto|telefone do carro|autotelefoon|telefon w samochodzie",
  "company main phone":
    "telefon firma|téléphone société|número de centralita de la organización|telefono principale società|" +
    "telefone principal da empresa|hoofdtelefoon bedrijf|główny telefon do firmy",
  "home fax":
    "fax privat|télécopie (domicile)|fax (domicile)|fax particular|fax (ab.)|fax residencial|fax thuis|faks domowy",
  "home phone":
    "telefon privat|telefon (privat)|téléphone (domicile)|particular|teléfono particular|abitazione|telefone residencial|" +
    "telefoon thuis|telefon domowy",
  "isdn": "rnis",
  "mobile phone":
    "mobiltelefon|handy|tél. mobile|teléfono móvil|cellulare|telefone celular|telemóvel|celular|mobiele telefoon|telefon komórkowy",
  "other fax":
    "weiteres fax|télécopie (autre)|fax (autre)|otro fax|altro fax|outro fax|andere fax|inny faks",
  "other phone":
    "weiteres telefon|téléphone (autre)|otro teléfono|altro telefono|outro telefone|andere telefoon|inny telefon",
  "pager": "récepteur de radiomessagerie|buscapersonas|localizador|cercapersone|semafoon",
  "phone": "telefon|téléphone|teléfono|telefono|telefone|telefoon",
  "primary phone":
    "haupttelefon|téléphone principal|tél. principal|teléfono principal|telefono principale|telefone principal|hoofdtelefoon|" +
    "telefon podstawowy",
  "radio phone":
    "mobiltelefon 2|radiotéléphone|radio téléphone|radioteléfono|radiotelefono|radiotelefone|radiotelefoon|radiotelefon",
  "tty/tdd phone":
    "telefon für hörbehinderte|téléphone tdd/tty|teléfono tty/tdd|telefono tty/tdd|telefone tty/tdd|teksttelefoon|" +
    "telefon tty/tdd|tty/tdd",
  "telex": "télex|teleks",
  "e-mail address":
    "e-mail-adresse|e-mail: adresse|adresse de messagerie|adresse de courrier|adresse e-mail|adresse mail|" +
    "dirección de correo electrónico|dirección del correo electrónico|indirizzo posta elettronica|indirizzo di posta elettronica|" +
    "indirizzo e-mail|endereço de email|endereço de e-mail|endereço de correio electrónico|endereço de correio eletrónico|" +
    "e-mailadres|adres e-mail",
  "e-mail type":
    "e-mail-typ|e-mail: typ|type de messagerie|type de courrier|tipo de correo electrónico|tipo posta elettronica|tipo de email|" +
    "tipo de e-mail|e-mailtype|typ poczty e-mail|typ e-mail|rodzaj e-mail",
  "e-mail display name":
    "e-mail: angezeigter name|nom complet de l'adresse de messagerie|nom complet de l'adresse de courrier|" +
    "nom complet de l'adresse mail|nombre de pantalla de correo electrónico|nombre para mostrar de correo electrónico|" +
    "nome visualizzato posta elettronica|nome para exibição do email|nome para exibição do e-mail|weergavenaam voor e-mail|" +
    "e-mail, weergegeven naam|nazwa wyświetlana e-mail|wyświetlana nazwa e-mail",
  "birthday":
    "geburtstag|geburtsdatum|anniversaire|date de naissance|cumpleaños|fecha de nacimiento|compleanno|data di nascita|aniversário|" +
    "data de nascimento|verjaardag|geboortedatum|urodziny|data urodzenia",
  "anniversary": "jahrestag|anniversaire de mariage ou fête|anniversario|speciale datum|rocznica",
  "spouse": "conjoint(e)|conjoint|cónyuge|nome coniuge/partner|coniuge|cônjuge|współmałżonek",
  "children": "kinder|enfants|hijos|figli|filhos|kinderen|dzieci",
  "categories":
    "kategorien|catégories|categorías|categorie|categorias|categorieën|categorien|kategorie",
  "notes": "notizen|notas|anotações|notities|notatki",
  "web page":
    "webseite|page web|página web|pagina web|página da web|webpagina|strona sieci web|strona www",
};

/** What Outlook writes into columns that are not filled in: gender, priority, whether it is private, an anniversary. */
const emptyWords = new Set(
  ("unspecified|normal|false|keine angabe|falsch|non spécifié|normale|faux|sin especificar|no especificado|falso|" +
    "non specificato|não especificado|niet opgegeven|niet-opgegeven|normaal|onwaar|nieokreślona|nieokreślony|normalny|fałsz")
    .split("|"),
);

/** Whether a cell has only what a program writes where nothing was filled in. */
export function isEmptyWord(value: string): boolean {
  return value.length < 30 &&
    (value.startsWith("0")
      ? /^0{1,4}([./-])0{1,4}\1?0{1,4}\1?$/.test(value)
      : emptyWords.has(value.toLowerCase()));
}

// Where both have a name, what Outlook means by it counts.
const english = new Map(
  [...Object.entries(otherColumns), ...Object.entries(outlook)].flatMap(([name, others]) =>
    others.split("|").map((other): [string, string] => [other, name])
  ),
);

/** The name in English of a column in another language; null where it is not known. */
export function englishColumn(name: string): string | null {
  const exact = english.get(name);
  if (exact !== undefined) return exact;
  const ofGoogle = googleColumn(name);
  if (ofGoogle !== null) return ofGoogle;
  // Second and third ones have a number, each language at another place: `téléphone 2 (bureau)`, `ulica (2)`.
  const [, before, digit, after] = /^(.{1,80}?) \(?([23])(?:(?<=\(\d)\))?(.*)$/.exec(name) ?? [];
  const first = english.get(`${before}${after}`);
  if (first === undefined) return null;
  return first.startsWith("e-mail ")
    ? first.replace("e-mail", `e-mail ${digit}`)
    : `${first} ${digit}`;
}

/** The names of columns in English, where they are known in another language. */
export function englishColumns(names: string[]): string[] {
  let hasTitle = false;
  const all = new Set(names.map((name) => englishColumn(name) ?? name));
  return names.map((name) => {
    const found = englishColumn(name) ?? name;
    // Thunderbird writes a birthday in three columns. In some languages this is the title of the day.
    if (found === "birthday" && all.has("birth year")) return "birth day";
    // Outlook calls two columns the same in French: the form of address, and the job title.
    if (found !== "title") return found;
    const isSecond = hasTitle;
    hasTitle = true;
    return isSecond ? "job title" : found;
  });
}
