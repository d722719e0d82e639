// Titles of columns besides those of csv-columns.ts (English) and csv-languages.ts (Outlook in eight languages): what Thunderbird, Google
// Contacts, LinkedIn and people call them in other languages, and Outlook in Finnish, Swedish, Danish, Norwegian and Japanese; in lower
// case. What has no row here is no field of Kith.

/** Names of columns by what they are in English, with bars between them. */
export const otherColumns: Record<string, string> = {
  "first name": "etunimi|förnamn|fornavn|名|voornamen|nombre de pila|nome de batismo",
  "middle name": "toinen nimi|mellannamn|mellemnavn|mellomnavn|ミドルネーム",
  "name prefix": "敬称",
  "phonetic first name": "フリガナ (名)|名フリガナ|名(フリガナ)",
  "phonetic last name": "フリガナ (姓)|姓フリガナ|姓(フリガナ)",
  "last name": "sukunimi|efternamn|efternavn|etternavn|姓",
  "display name":
    "anzeigename|nom à afficher|nom affiché|nombre para mostrar|nome visualizzato|nome de exibição|nome a mostrar|weergavenaam|" +
    "nazwa wyświetlana|näytettävä nimi|näyttönimi|visningsnamn|vist navn|visningsnavn|表示名",
  "name":
    "nimi|namn|navn|名前|氏名|naam|imię i nazwisko|nome completo|nom complet|nombre completo|volledige naam|vollständiger name",
  "nickname": "lempinimi|smeknamn|kaldenavn|kallenavn|ニックネーム|pseudonyme|pseudonim",
  "primary email":
    "primäre e-mail-adresse|première adresse électronique|adresse électronique principale|correo primario|dirección de correo principal|" +
    "email primaria|e-mail principale|email principal|e-mail principal|primair e-mailadres|podstawowy adres e-mail|" +
    "ensisijainen sähköposti|primär e-postadress|primær e-mailadresse|primær e-postadresse|メールアドレス 1",
  "secondary email":
    "sekundäre e-mail-adresse|adresse électronique secondaire|correo secundario|email secondaria|e-mail secondaria|email secundário|" +
    "secundair e-mailadres|dodatkowy adres e-mail|toissijainen sähköposti|sekundär e-postadress|sekundær e-mailadresse|" +
    "sekundær e-postadresse|メールアドレス 2",
  "e-mail address":
    "sähköpostiosoite|sähköposti|e-postadress|e-post|e-mailadresse|mailadresse|e-postadresse|電子メール アドレス|電子メールアドレス|メールアドレス|" +
    "e-mailadres|courriel|correo electrónico|posta elettronica|indirizzo email|indirizzo e-mail|endereço de e-mail|adres e-mail",
  "work phone":
    "tel. dienstlich|téléphone professionnel|tél. professionnel|teléfono de trabajo|telefono ufficio|tel. ufficio|telefone comercial|" +
    "telefoon werk|telefon służbowy|työpuhelin|arbetstelefon|telefon (arbete)|telefon, arbete|arbejdstelefon|telefon (arbejde)|" +
    "arbeidstelefon|telefon, arbeid|telefon (arbeid)|会社電話|勤務先電話番号",
  "home phone":
    "tel. privat|téléphone personnel|tél. personnel|teléfono particular|telefono casa|tel. casa|telefoon thuis|telefon domowy|" +
    "kotipuhelin|hemtelefon|telefon (hem)|telefon, hem|telefon (hjem)|hjemmetelefon|privattelefon|telefon, privat|自宅電話|自宅電話番号",
  "mobile phone":
    "mobil-tel.-nr.|mobilnummer|portable|numéro de portable|número de móvil|móvil|numero di cellulare|número de celular|telemóvel|" +
    "mobiel nummer|numer telefonu komórkowego|matkapuhelinnumero|matkapuhelin|mobil|mobiltelefon|mobilnr.|携帯電話|携帯電話番号",
  "fax":
    "fax-nummer|numéro de télécopieur|número de fax|numero fax|faxnummer|numer faksu|faksinumero|faksi|telefax|fax番号|ファックス",
  "pager":
    "pager-nummer|numéro de bipeur|numero cercapersone|pagernummer|hakulaite|personsökare|personsøger|ポケットベル",
  "phone":
    "puhelin|puhelinnumero|telefonnummer|telefon|電話|電話番号|numéro de téléphone|número de teléfono|numero di telefono|número de telefone|numer telefonu",
  "home street":
    "privat: adresse|adresse personnelle|dirección particular|indirizzo (casa)|endereço residencial|thuisadres|adres domowy|kotiosoite|" +
    "hemadress|gatuadress, hem|privatadresse|vej (privat)|hjemmeadresse|番地 (自宅)|自宅番地",
  "home city":
    "privat: ort|ville (domicile)|ciudad particular|città (casa)|woonplaats|miasto domowe|kotikaupunki|kodin kaupunki|hemort|ort, hem|" +
    "by (privat)|poststed, privat|市区町村 (自宅)|自宅市区町村",
  "home state":
    "privat: bundesland|kodin osavaltio|delstat/provins, hem|område/land (privat)|都道府県 (自宅)|自宅都道府県",
  "home postal code":
    "privat: plz|code postal personnel|código postal particular|cap (casa)|postcode thuis|kod pocztowy domowy|kodin postinumero|" +
    "hempostnummer|postnummer, hem|postnr. (privat)|postnummer, privat|郵便番号 (自宅)|自宅郵便番号",
  "home country":
    "privat: land|pays personnel|país particular|nazione (casa)|land thuis|kraj domowy|kotimaa|hemland|land, hem|land (privat)|land, privat|国 (自宅)|国/地域 (自宅)|自宅国",
  "work street":
    "dienstlich: adresse|adresse professionnelle|dirección de trabajo|indirizzo (ufficio)|endereço comercial|werkadres|adres służbowy|" +
    "työosoite|arbetsadress|gatuadress, arbete|arbejdsadresse|vej (arbejde)|arbeidsadresse|番地 (会社)|会社番地",
  "work city":
    "dienstlich: ort|città (ufficio)|työpaikan kaupunki|työn kaupunki|arbetsort|ort, arbete|by (arbejde)|poststed, arbeid|市区町村 (会社)|会社市区町村",
  "work state": "dienstlich: bundesland|delstat/provins, arbete|都道府県 (会社)|会社都道府県",
  "work postal code":
    "dienstlich: plz|cap (ufficio)|työpaikan postinumero|työn postinumero|postnummer, arbete|postnr. (arbejde)|postnummer, arbeid|郵便番号 (会社)|会社郵便番号",
  "work country":
    "dienstlich: land|nazione (ufficio)|työmaa|land, arbete|land (arbejde)|land, arbeid|国 (会社)|国/地域 (会社)|会社国",
  "company":
    "organisation|organización|organizzazione|organização|organisatie|organizacja|järjestö|yritys|företag|firma|virksomhed|bedrift|会社|会社名|" +
    "unternehmen|entreprise|azienda|bedrijf|organisationsname|name der organisation|nom de l'organisation|nombre de la organización|" +
    "nome dell'organizzazione|nome organizzazione|nome da organização|naam van organisatie|nazwa organizacji|organisaation nimi|" +
    "organisationsnamn|organisationsnavn|organisasjonsnavn|組織名",
  "department": "osasto|avdelning|afdeling|avdeling|部署|service",
  "job title":
    "arbeitstitel|titre du poste|poste|cargo|functietitel|ammattinimike|tehtävänimike|befattning|stilling|役職|役職名|posizione|stanowisko|functie",
  "personal web page":
    "webseite 1|site web 1|página web 1|sito web 1|webpagina 1|strona www 1|verkkosivu 1|webbsida 1|webside 1|nettside 1",
  "business web page":
    "webseite 2|site web 2|página web 2|sito web 2|webpagina 2|strona www 2|verkkosivu 2|webbsida 2|webside 2|nettside 2",
  "web page": "verkkosivu|www-sivu|webbsida|webside|nettside|webサイト|ウェブサイト|web ページ",
  "birthday": "syntymäpäivä|födelsedag|fødselsdag|fødselsdato|bursdag|誕生日|生年月日",
  "birth year":
    "geburtsjahr|année de naissance|año de nacimiento|anno di nascita|ano de nascimento|geboortejaar|rok urodzenia|syntymävuosi|födelseår|fødselsår|誕生年",
  "birth month":
    "geburtsmonat|mois de naissance|mes de nacimiento|mese di nascita|mês de nascimento|geboortemaand|miesiąc urodzenia|syntymäkuukausi|födelsemånad|fødselsmåned|誕生月",
  "birth day":
    "jour de naissance|día de nacimiento|giorno di nascita|dia de nascimento|geboortedag|dzień urodzenia",
  "notes": "muistiinpanot|huomautukset|anteckningar|noter|notater|merknader|メモ|note",
  "categories": "luokat|kategorier|分類項目",
  "labels":
    "bezeichnungen|libellés|etiquetas|etichette|marcadores|etykiety|tunnisteet|etiketter|ラベル",
  "connected on":
    "vernetzt am|connexion le|date de connexion|connecté le|conectado el|fecha de conexión|collegato in data|data collegamento|conectado em|" +
    "conectado na data|verbonden op|data nawiązania kontaktu|połączono|yhdistetty|anslöt|ansluten den|kontakt sedan|forbundet den|oprettet forbindelse|" +
    "tilknyttet|koblet til|つながった日",
};

/** Google's lists in other languages. */
const lists: Record<string, string> = {
  "e-mail": "e-mail|email|correo electrónico|sähköposti|e-post|メール|メールアドレス",
  "phone": "telefon|téléphone|teléfono|telefono|telefone|telefoon|puhelin|電話",
  "address": "adresse|dirección|indirizzo|endereço|adres|osoite|adress|住所",
  "website":
    "webseite|site web|sitio web|sito web|site|witryna|verkkosivusto|webbplats|websted|nettsted|ウェブサイト",
  "organization":
    "organisation|organización|organizzazione|organização|organisatie|organizacja|organisaatio|organisasjon|組織",
};

/** What an item of them has. */
const members: Record<string, string> = {
  "value": "wert|valeur|valor|valore|waarde|wartość|arvo|värde|værdi|verdi|値",
  "label":
    "bezeichnung|libellé|etiqueta|etichetta|marcador|rótulo|etykieta|tunniste|etikett|etiket|ラベル|typ|type|tipo|tyyppi|label",
  "street": "straße|rue|calle|via|rua|straat|ulica|katu|gata|vej|gate|番地",
  "city": "ort|stadt|ville|ciudad|città|cidade|plaats|miasto|kaupunki|by|poststed|市区町村",
  "region": "region|région|provincia|región|regione|região|regio|województwo|alue|都道府県",
  "postal code":
    "postleitzahl|plz|code postal|código postal|cap|cep|postcode|kod pocztowy|postinumero|postnummer|郵便番号",
  "country": "land|pays|país|paese|kraj|maa|国",
  "formatted":
    "formatiert|mise en forme|con formato|formattato|formatado|opgemaakt|sformatowany|muotoiltu|formaterad|formateret|formatert",
  "name": "name|nom|nombre|nome|naam|nazwa|nimi|namn|navn|名前",
  "title": "titel|titre|cargo|titolo|título|functie|stanowisko|titteli|tittel|役職",
};

const byWord = (words: Record<string, string>) =>
  new Map(
    Object.entries(words).flatMap(([name, others]) =>
      others.split("|").map((other): [string, string] => [other, name])
    ),
  );

const listOf = byWord(lists);
const memberOf = byWord(members);

/** Google's column of an item, `telefon 1 – wert`, in English; null for any other column. */
export function googleColumn(name: string): string | null {
  if (!/ [-–—] /.test(name)) return null;
  const [, list, number, member] = /^(.{1,30}?)(?: (\d{1,2}))? [-–—] (.{1,30})$/.exec(name) ?? [];
  const [found, what] = [listOf.get(list ?? ""), memberOf.get(member ?? "")];
  if (found === undefined || what === undefined) return null;
  // Of organizations newer files have one, without a number.
  if (number === undefined) return found === "organization" ? `${found} ${what}` : null;
  return `${found} ${number} - ${what}`;
}
