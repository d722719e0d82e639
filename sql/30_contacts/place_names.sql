-- What countries and cities are called in other languages, to find people by place: "Allemagne" is Germany, "Lisboa" Lisbon.

-- country_name(name), city_name(name): the folded English name of a country or city that has this folded name; null where it has
-- that name in English already, or is not known. Hyphens and other punctuation may be spaces. Lines of countries begin with the code (ISO 3166-1 alpha-2), and then the English name.
-- The first two lists are from Unicode CLDR, in the languages whose column titles imports know; see tools/place-names.ts. Its cities are
-- those by which time zones are called, mostly capitals; others is written by hand. What two places are called, means neither.
do $install$
declare
  countries constant text := '
AD|Andorra|Andorre|Andora|アンドラ
AE|United Arab Emirates|Vereinigte Arabische Emirate|Émirats arabes unis|Emiratos Árabes Unidos|Emirati Arabi Uniti|Emirados Árabes Unidos|Verenigde Arabische Emiraten|Zjednoczone Emiraty Arabskie|Arabiemiirikunnat|Förenade Arabemiraten|De Forenede Arabiske Emirater|De forente arabiske emirater|アラブ首長国連邦
AF|Afghanistan|Afganistán|Afeganistão|Afganistan|アフガニスタン
AG|Antigua & Barbuda|Antigua und Barbuda|Antigua-et-Barbuda|Antigua y Barbuda|Antigua e Barbuda|Antígua e Barbuda|Antigua en Barbuda|Antigua i Barbuda|Antigua ja Barbuda|Antigua och Barbuda|Antigua og Barbuda|アンティグア・バーブーダ
AI|Anguilla|Anguila|アンギラ
AL|Albania|Albanien|Albanie|Albânia|Albanië|アルバニア
AM|Armenia|Armenien|Arménie|Armênia|Armenië|アルメニア
AO|Angola|アンゴラ
AQ|Antarctica|Antarktis|Antarctique|Antártida|Antartide|Antarktyda|南極
AR|Argentina|Argentinien|Argentine|Argentinië|Argentyna|Argentiina|アルゼンチン
AS|American Samoa|Amerikanisch-Samoa|Samoa américaines|Samoa Americana|Samoa Americane|Amerikaans-Samoa|Samoa Amerykańskie|Amerikan Samoa|Amerikanska Samoa|Amerikansk Samoa|米領サモア
AT|Austria|Österreich|Autriche|Áustria|Oostenrijk|Itävalta|Österrike|Østrig|Østerrike|オーストリア
AU|Australia|Australien|Australie|Austrália|Australië|オーストラリア
AW|Aruba|アルバ
AX|Åland Islands|Ålandinseln|Îles Åland|Islas Aland|Isole Åland|Ilhas Aland|Åland|Wyspy Alandzkie|Ahvenanmaa|オーランド諸島
AZ|Azerbaijan|Aserbaidschan|Azerbaïdjan|Azerbaiyán|Azerbaigian|Azerbaijão|Azerbeidzjan|Azerbejdżan|Azerbaidžan|Azerbajdzjan|Aserbajdsjan|アゼルバイジャン
BA|Bosnia & Herzegovina|Bosnia|Bosnien und Herzegowina|Bosnie-Herzégovine|Bosnia y Herzegovina|Bosnia ed Erzegovina|Bósnia e Herzegovina|Bosnië en Herzegovina|Bośnia i Hercegowina|Bosnia ja Hertsegovina|Bosnien och Hercegovina|Bosnien-Hercegovina|Bosnia-Hercegovina|ボスニア・ヘルツェゴビナ
BB|Barbados|Barbade|バルバドス
BD|Bangladesh|Bangladesch|Bangladés|Bangladesz|バングラデシュ
BE|Belgium|Belgien|Belgique|Bélgica|Belgio|België|Belgia|ベルギー
BF|Burkina Faso|Burquina Faso|ブルキナファソ
BG|Bulgaria|Bulgarien|Bulgarie|Bulgária|Bulgarije|Bułgaria|ブルガリア
BH|Bahrain|Bahreïn|Baréin|Bahrein|Barein|Bahrajn|バーレーン
BI|Burundi|ブルンジ
BJ|Benin|Bénin|Benín|ベナン
BL|St. Barthélemy|Saint-Barthélemy|San Bartolomé|São Bartolomeu|S:t Barthélemy|Saint Barthélemy|サン・バルテルミー
BM|Bermuda|Bermudes|Bermudas|Bermudy|バミューダ
BN|Brunei|Brunei Darussalam|Brunéi|ブルネイ
BO|Bolivia|Bolivien|Bolivie|Bolívia|Boliwia|ボリビア
BQ|Caribbean Netherlands|Karibische Niederlande|Pays-Bas caribéens|Caribe neerlandés|Caraibi Olandesi|Países Baixos Caribenhos|Caribisch Nederland|Niderlandy Karaibskie|Karibian Alankomaat|Karibiska Nederländerna|De tidligere Nederlandske Antiller|Karibisk Nederland|オランダ領カリブ
BR|Brazil|Brasilien|Brésil|Brasil|Brasile|Brazilië|Brazylia|Brasilia|ブラジル
BS|Bahamas|Bahama’s|Bahamy|Bahama|バハマ
BT|Bhutan|Bhoutan|Bután|Butão|ブータン
BV|Bouvet Island|Bouvetinsel|Île Bouvet|Isla Bouvet|Isola Bouvet|Ilha Bouvet|Bouveteiland|Wyspa Bouveta|Bouvet’nsaari|Bouvetön|Bouvetøen|Bouvetøya|ブーベ島
BW|Botswana|Botsuana|ボツワナ
BY|Belarus|Biélorussie|Bielorrusia|Bielorussia|Bielorrússia|Białoruś|Valko-Venäjä|ベラルーシ
BZ|Belize|Belice|ベリーズ
CA|Canada|Kanada|Canadá|カナダ
CC|Cocos (Keeling) Islands|Cocos Islands|Kokosinseln|Îles Cocos|Islas Cocos|Isole Cocos (Keeling)|Ilhas Cocos (Keeling)|Cocoseilanden|Wyspy Kokosowe|Kookossaaret (Keelingsaaret)|Kokosöarna|Cocosøerne|Kokosøyene|ココス(キーリング)諸島
CD|Congo - Kinshasa|Kongo-Kinshasa|Congo-Kinshasa|República Democrática del Congo|Demokratyczna Republika Konga|Kongon demokraattinen tasavalta|Kongo|コンゴ民主共和国(キンシャサ)
CF|Central African Republic|Zentralafrikanische Republik|République centrafricaine|República Centroafricana|Repubblica Centrafricana|República Centro-Africana|Centraal-Afrikaanse Republiek|Republika Środkowoafrykańska|Keski-Afrikan tasavalta|Centralafrikanska republiken|Den Centralafrikanske Republik|Den sentralafrikanske republikk|中央アフリカ共和国
CG|Congo - Brazzaville|Kongo-Brazzaville|Congo-Brazzaville|Congo|República do Congo|Kongo|Kongon tasavalta|コンゴ共和国(ブラザビル)
CH|Switzerland|Schweiz|Suisse|Suiza|Svizzera|Suíça|Zwitserland|Szwajcaria|Sveitsi|Sveits|スイス
CI|Côte d’Ivoire|Costa d’Avorio|Costa do Marfim|Ivoorkust|Norsunluurannikko|Elfenbenskusten|Elfenbenskysten|コートジボワール
CK|Cook Islands|Cookinseln|Îles Cook|Islas Cook|Isole Cook|Ilhas Cook|Cookeilanden|Wyspy Cooka|Cookinsaaret|Cooköarna|Cookøerne|Cookøyene|クック諸島
CL|Chile|Chili|Cile|チリ
CM|Cameroon|Kamerun|Cameroun|Camerún|Camerun|Camarões|Kameroen|カメルーン
CN|China|Chine|Cina|Chiny|Kiina|Kina|中国
CO|Colombia|Kolumbien|Colombie|Colômbia|Kolumbia|コロンビア
CR|Costa Rica|Kostaryka|コスタリカ
CU|Cuba|Kuba|Kuuba|キューバ
CV|Cape Verde|Cabo Verde|Cap-Vert|Capo Verde|Kaapverdië|Republika Zielonego Przylądka|Kap Verde|Kapp Verde|カーボベルデ
CW|Curaçao|Curazao|キュラソー
CX|Christmas Island|Weihnachtsinsel|Île Christmas|Isla de Navidad|Isola Christmas|Ilha Christmas|Christmaseiland|Wyspa Bożego Narodzenia|Joulusaari|Julön|Juleøen|Christmasøya|クリスマス島
CY|Cyprus|Zypern|Chypre|Chipre|Cipro|Cypr|Kypros|Cypern|キプロス
CZ|Czechia|Tschechien|Tchéquie|Chequia|Cechia|Tchéquia|Tsjechië|Czechy|Tšekki|Tjeckien|Tjekkiet|Tsjekkia|チェコ
DE|Germany|Deutschland|Allemagne|Alemania|Germania|Alemanha|Duitsland|Niemcy|Saksa|Tyskland|ドイツ
DJ|Djibouti|Dschibuti|Yibuti|Gibuti|Djibuti|Dżibuti|ジブチ
DK|Denmark|Dänemark|Danemark|Dinamarca|Danimarca|Denemarken|Dania|Tanska|Danmark|デンマーク
DM|Dominica|Dominique|Dominika|ドミニカ国
DO|Dominican Republic|Dominikanische Republik|République dominicaine|República Dominicana|Repubblica Dominicana|Dominicaanse Republiek|Dominikana|Dominikaaninen tasavalta|Dominikanska republiken|Den Dominikanske Republik|Den dominikanske republikk|ドミニカ共和国
DZ|Algeria|Algerien|Algérie|Argelia|Argélia|Algerije|Algieria|Algeriet|Algerie|アルジェリア
EC|Ecuador|Équateur|Equador|Ekwador|エクアドル
EE|Estonia|Estland|Estonie|Estônia|Viro|エストニア
EG|Egypt|Ägypten|Égypte|Egipto|Egitto|Egito|Egypte|Egipt|Egypti|Egypten|エジプト
EH|Western Sahara|Westsahara|Sahara occidental|Sáhara Occidental|Sahara Occidentale|Saara Ocidental|Westelijke Sahara|Sahara Zachodnia|Länsi-Sahara|Västsahara|Vestsahara|Vest-Sahara|西サハラ
ER|Eritrea|Érythrée|Eritreia|Erytrea|エリトリア
ES|Spain|Spanien|Espagne|España|Spagna|Espanha|Spanje|Hiszpania|Espanja|Spania|スペイン
ET|Ethiopia|Äthiopien|Éthiopie|Etiopía|Etiopia|Etiópia|Ethiopië|Etiopien|エチオピア
FI|Finland|Finnland|Finlande|Finlandia|Finlândia|Suomi|フィンランド
FJ|Fiji|Fidschi|Fidji|Fiyi|Figi|Fidżi|Fidži|フィジー
FK|Falkland Islands|Falklandinseln|Îles Malouines|Islas Malvinas|Isole Falkland|Ilhas Malvinas|Falklandeilanden|Falklandy|Falklandinsaaret|Falklandsöarna|Falklandsøerne|Falklandsøyene|フォークランド諸島
FM|Micronesia|Mikronesien|Micronésie|Micronésia|Mikronezja|Mikronesia|Mikronesiaføderasjonen|ミクロネシア連邦
FO|Faroe Islands|Färöer|Îles Féroé|Islas Feroe|Isole Fær Øer|Ilhas Faroé|Faeröer|Wyspy Owcze|Färsaaret|Färöarna|Færøerne|Færøyene|フェロー諸島
FR|France|Frankreich|Francia|França|Frankrijk|Francja|Ranska|Frankrike|Frankrig|フランス
GA|Gabon|Gabun|Gabón|Gabão|ガボン
GB|United Kingdom|UK|Vereinigtes Königreich|Royaume-Uni|R.-U.|Reino Unido|Regno Unito|Verenigd Koninkrijk|VK|Wielka Brytania|Wlk. Bryt.|Iso-Britannia|Britannia|Storbritannien|Storbritannia|イギリス|英国
GD|Grenada|Grenade|Granada|グレナダ
GE|Georgia|Georgien|Géorgie|Geórgia|Georgië|Gruzja|ジョージア
GF|French Guiana|Französisch-Guayana|Guyane française|Guayana Francesa|Guyana Francese|Guiana Francesa|Frans-Guyana|Gujana Francuska|Ranskan Guayana|Franska Guyana|Fransk Guyana|仏領ギアナ
GG|Guernsey|Guernesey|ガーンジー
GH|Ghana|Gana|ガーナ
GI|Gibraltar|Gibilterra|ジブラルタル
GL|Greenland|Grönland|Groenland|Groenlandia|Groenlândia|Grenlandia|Grönlanti|Grønland|グリーンランド
GM|Gambia|Gambie|Gâmbia|ガンビア
GN|Guinea|Guinée|Guiné|Guinee|Gwinea|ギニア
GP|Guadeloupe|Guadalupe|Guadalupa|Gwadelupa|グアドループ
GQ|Equatorial Guinea|Äquatorialguinea|Guinée équatoriale|Guinea Ecuatorial|Guinea Equatoriale|Guiné Equatorial|Equatoriaal-Guinea|Gwinea Równikowa|Päiväntasaajan Guinea|Ekvatorialguinea|Ækvatorialguinea|Ekvatorial-Guinea|赤道ギニア
GR|Greece|Griechenland|Grèce|Grecia|Grécia|Griekenland|Grecja|Kreikka|Grekland|Grækenland|Hellas|ギリシャ
GS|South Georgia & South Sandwich Islands|Südgeorgien und die Südlichen Sandwichinseln|Géorgie du Sud-et-les Îles Sandwich du Sud|Islas Georgia del Sur y Sandwich del Sur|Georgia del Sud e Sandwich Australi|Ilhas Geórgia do Sul e Sandwich do Sul|Zuid-Georgia en Zuidelijke Sandwicheilanden|Georgia Południowa i Sandwich Południowy|Etelä-Georgia ja Eteläiset Sandwichinsaaret|Sydgeorgien och Sydsandwichöarna|South Georgia og De Sydlige Sandwichøer|Sør-Georgia og Sør-Sandwichøyene|サウスジョージア・サウスサンドウィッチ諸島
GT|Guatemala|Gwatemala|グアテマラ
GU|Guam|グアム
GW|Guinea-Bissau|Guinée-Bissau|Guinea-Bisáu|Guiné-Bissau|Guinee-Bissau|Gwinea Bissau|ギニアビサウ
GY|Guyana|Guiana|Gujana|ガイアナ
HK|Hong Kong SAR China|Hong Kong|Sonderverwaltungsregion Hongkong|Hongkong|R.A.S. chinoise de Hong Kong|RAE de Hong Kong (China)|RAS di Hong Kong|Hong Kong, RAE da China|Hongkong SAR van China|SRA Hongkong (Chiny)|Hongkong – Kiinan erityishallintoalue|Hongkong SAR|SAR Hongkong|Hongkong SAR Kina|中華人民共和国香港特別行政区|香港
HM|Heard & McDonald Islands|Heard und McDonaldinseln|Îles Heard-et-MacDonald|Islas Heard y McDonald|Isole Heard e McDonald|Ilhas Heard e McDonald|Heard en McDonaldeilanden|Wyspy Heard i McDonalda|Heard ja McDonaldinsaaret|Heardön och McDonaldöarna|Heard Island og McDonald Islands|Heard- og McDonaldøyene|ハード島・マクドナルド諸島
HN|Honduras|ホンジュラス
HR|Croatia|Kroatien|Croatie|Croacia|Croazia|Croácia|Kroatië|Chorwacja|Kroatia|クロアチア
HT|Haiti|Haïti|Haití|ハイチ
HU|Hungary|Ungarn|Hongrie|Hungría|Ungheria|Hungria|Hongarije|Węgry|Unkari|Ungern|ハンガリー
ID|Indonesia|Indonesien|Indonésie|Indonésia|Indonesië|Indonezja|インドネシア
IE|Ireland|Irland|Irlande|Irlanda|Ierland|Irlandia|Irlanti|アイルランド
IL|Israel|Israël|Israele|Izrael|イスラエル
IM|Isle of Man|Île de Man|Isla de Man|Isola di Man|Ilha de Man|Wyspa Man|Mansaari|Man|マン島
IN|India|Indien|Inde|Índia|Indie|Intia|インド
IO|British Indian Ocean Territory|Britisches Territorium im Indischen Ozean|Territoire britannique de l’océan Indien|Territorio Británico del Océano Índico|Territorio Britannico dell’Oceano Indiano|Território Britânico do Oceano Índico|Brits Indische Oceaanterritorium|Brytyjskie Terytorium Oceanu Indyjskiego|Brittiläinen Intian valtameren alue|Brittiska territoriet i Indiska oceanen|Det Britiske Territorium i Det Indiske Ocean|Det britiske territoriet i Indiahavet|英領インド洋地域
IQ|Iraq|Irak|Iraque|イラク
IR|Iran|Irán|Irã|イラン
IS|Iceland|Island|Islande|Islandia|Islanda|Islândia|IJsland|Islanti|アイスランド
IT|Italy|Italien|Italie|Italia|Itália|Italië|Włochy|イタリア
JE|Jersey|ジャージー
JM|Jamaica|Jamaika|Jamaïque|Giamaica|Jamajka|ジャマイカ
JO|Jordan|Jordanien|Jordanie|Jordania|Giordania|Jordânia|Jordanië|ヨルダン
JP|Japan|Japon|Japón|Giappone|Japão|Japonia|Japani|日本
KE|Kenya|Kenia|Quênia|ケニア
KG|Kyrgyzstan|Kirgisistan|Kirghizstan|Kirguistán|Kirghizistan|Quirguistão|Kirgizië|Kirgistan|Kirgisia|Kirgizistan|キルギス
KH|Cambodia|Kambodscha|Cambodge|Camboya|Cambogia|Camboja|Cambodja|Kambodża|Kambodža|Kambodja|Kambodsja|カンボジア
KI|Kiribati|Quiribati|キリバス
KM|Comoros|Komoren|Comores|Comoras|Comore|Comoren|Komory|Komorit|Komorerna|Comorerne|Komorene|コモロ
KN|St. Kitts & Nevis|St. Kitts und Nevis|Saint-Christophe-et-Niévès|San Cristóbal y Nieves|Saint Kitts e Nevis|São Cristóvão e Névis|Saint Kitts en Nevis|Saint Kitts i Nevis|Saint Kitts ja Nevis|S:t Kitts och Nevis|Saint Kitts og Nevis|セントクリストファー・ネーヴィス
KP|North Korea|Nordkorea|Corée du Nord|Corea del Norte|Corea del Nord|Coreia do Norte|Noord-Korea|Korea Północna|Pohjois-Korea|Nord-Korea|北朝鮮
KR|South Korea|Südkorea|Corée du Sud|Corea del Sur|Corea del Sud|Coreia do Sul|Zuid-Korea|Korea Południowa|Etelä-Korea|Sydkorea|Sør-Korea|韓国
KW|Kuwait|Koweït|Koeweit|Kuwejt|クウェート
KY|Cayman Islands|Kaimaninseln|Îles Caïmans|Islas Caimán|Isole Cayman|Ilhas Cayman|Kaaimaneilanden|Kajmany|Caymansaaret|Caymanöarna|Caymanøerne|Caymanøyene|ケイマン諸島
KZ|Kazakhstan|Kasachstan|Kazajistán|Kazakistan|Cazaquistão|Kazachstan|Kazakstan|Kasakhstan|カザフスタン
LA|Laos|ラオス
LB|Lebanon|Libanon|Liban|Líbano|Libano|レバノン
LC|St. Lucia|Sainte-Lucie|Santa Lucía|Saint Lucia|Santa Lúcia|S:t Lucia|セントルシア
LI|Liechtenstein|リヒテンシュタイン
LK|Sri Lanka|スリランカ
LR|Liberia|Libéria|リベリア
LS|Lesotho|Lesoto|レソト
LT|Lithuania|Litauen|Lituanie|Lituania|Lituânia|Litouwen|Litwa|Liettua|リトアニア
LU|Luxembourg|Luxemburg|Luxemburgo|Lussemburgo|Luksemburg|ルクセンブルク
LV|Latvia|Lettland|Lettonie|Letonia|Lettonia|Letônia|Letland|Łotwa|ラトビア
LY|Libya|Libyen|Libye|Libia|Líbia|Libië|リビア
MA|Morocco|Marokko|Maroc|Marruecos|Marocco|Marrocos|Maroko|Marocko|モロッコ
MC|Monaco|Mónaco|Mônaco|Monako|モナコ
MD|Moldova|Republik Moldau|Moldavie|Moldavia|Moldávia|Moldavië|Mołdawia|Moldavien|モルドバ
ME|Montenegro|Monténégro|Czarnogóra|モンテネグロ
MF|St. Martin|Saint-Martin|San Martín|Saint Martin|São Martinho|サン・マルタン
MG|Madagascar|Madagaskar|マダガスカル
MH|Marshall Islands|Marshallinseln|Îles Marshall|Islas Marshall|Isole Marshall|Ilhas Marshall|Marshalleilanden|Wyspy Marshalla|Marshallinsaaret|Marshallöarna|Marshalløerne|Marshalløyene|マーシャル諸島
MK|North Macedonia|Nordmazedonien|Macédoine du Nord|Macedonia del Norte|Macedonia del Nord|Macedônia do Norte|Noord-Macedonië|Macedonia Północna|Pohjois-Makedonia|Nordmakedonien|Nord-Makedonia|北マケドニア
ML|Mali|マリ
MM|Myanmar (Burma)|Myanmar|Myanmar (Birmanie)|Myanmar (Birmania)|Mianmar (Birmânia)|Myanmar (Birma)|Mjanma (Birma)|ミャンマー (ビルマ)
MN|Mongolia|Mongolei|Mongolie|Mongólia|Mongolië|Mongoliet|モンゴル
MO|Macao SAR China|Macao|Sonderverwaltungsregion Macau|Macau|R.A.S. chinoise de Macao|RAE de Macao (China)|RAS di Macao|Macau, RAE da China|Macau SAR van China|SRA Makau (Chiny)|Makau|Macao – Kiinan erityishallintoalue|Macao SAR|SAR Macao|Macao SAR Kina|中華人民共和国マカオ特別行政区|マカオ
MP|Northern Mariana Islands|Nördliche Marianen|Îles Mariannes du Nord|Islas Marianas del Norte|Isole Marianne Settentrionali|Ilhas Marianas do Norte|Noordelijke Marianen|Mariany Północne|Pohjois-Mariaanit|Nordmarianerna|Nordmarianerne|Nord-Marianene|北マリアナ諸島
MQ|Martinique|Martinica|Martynika|マルティニーク
MR|Mauritania|Mauretanien|Mauritanie|Mauritânia|Mauritanië|Mauretania|モーリタニア
MS|Montserrat|モントセラト
MT|Malta|Malte|マルタ
MU|Mauritius|Maurice|Mauricio|Maurício|モーリシャス
MV|Maldives|Malediven|Maldivas|Maldive|Maldiven|Malediwy|Malediivit|Maldiverna|Maldiverne|Maldivene|モルディブ
MW|Malawi|Malaui|マラウイ
MX|Mexico|Mexiko|Mexique|México|Messico|Meksyk|Meksiko|メキシコ
MY|Malaysia|Malaisie|Malasia|Malásia|Maleisië|Malezja|Malesia|マレーシア
MZ|Mozambique|Mosambik|Mozambico|Moçambique|Mozambik|モザンビーク
NA|Namibia|Namibie|Namíbia|Namibië|ナミビア
NC|New Caledonia|Neukaledonien|Nouvelle-Calédonie|Nueva Caledonia|Nuova Caledonia|Nova Caledônia|Nieuw-Caledonië|Nowa Kaledonia|Uusi-Kaledonia|Nya Kaledonien|Ny Kaledonien|Ny-Caledonia|ニューカレドニア
NE|Niger|Níger|ニジェール
NF|Norfolk Island|Norfolkinsel|Île Norfolk|Isla Norfolk|Isola Norfolk|Ilha Norfolk|Norfolk|Norfolkinsaari|Norfolkön|Norfolkøya|ノーフォーク島
NG|Nigeria|Nigéria|ナイジェリア
NI|Nicaragua|Nicarágua|Nikaragua|ニカラグア
NL|Netherlands|Niederlande|Pays-Bas|Países Bajos|Paesi Bassi|Países Baixos|Nederland|Holandia|Alankomaat|Nederländerna|Nederlandene|オランダ
NO|Norway|Norwegen|Norvège|Noruega|Norvegia|Noorwegen|Norwegia|Norja|Norge|ノルウェー
NP|Nepal|Népal|ネパール
NR|Nauru|ナウル
NU|Niue|ニウエ
NZ|New Zealand|Neuseeland|Nouvelle-Zélande|Nueva Zelanda|Nuova Zelanda|Nova Zelândia|Nieuw-Zeeland|Nowa Zelandia|Uusi-Seelanti|Nya Zeeland|ニュージーランド
OM|Oman|Omán|Omã|オマーン
PA|Panama|Panamá|パナマ
PE|Peru|Pérou|Perú|Perù|ペルー
PF|French Polynesia|Französisch-Polynesien|Polynésie française|Polinesia Francesa|Polinesia Francese|Polinésia Francesa|Frans-Polynesië|Polinezja Francuska|Ranskan Polynesia|Franska Polynesien|Fransk Polynesien|Fransk Polynesia|仏領ポリネシア
PG|Papua New Guinea|Papua-Neuguinea|Papouasie-Nouvelle-Guinée|Papúa Nueva Guinea|Papua Nuova Guinea|Papua-Nova Guiné|Papoea-Nieuw-Guinea|Papua-Nowa Gwinea|Papua-Uusi-Guinea|Papua Nya Guinea|Papua Ny Guinea|Papua Ny-Guinea|パプアニューギニア
PH|Philippines|Philippinen|Filipinas|Filippine|Filipijnen|Filipiny|Filippiinit|Filippinerna|Filippinerne|Filippinene|フィリピン
PK|Pakistan|Pakistán|Paquistão|パキスタン
PL|Poland|Polen|Pologne|Polonia|Polônia|Polska|Puola|ポーランド
PM|St. Pierre & Miquelon|St. Pierre und Miquelon|Saint-Pierre-et-Miquelon|San Pedro y Miquelón|Saint-Pierre e Miquelon|São Pedro e Miquelão|Saint-Pierre en Miquelon|Saint-Pierre i Miquelon|Saint-Pierre ja Miquelon|S:t Pierre och Miquelon|Saint Pierre og Miquelon|サンピエール島・ミクロン島
PN|Pitcairn Islands|Pitcairn|Pitcairninseln|Îles Pitcairn|Islas Pitcairn|Isole Pitcairn|Ilhas Pitcairn|Pitcairneilanden|Pitcairnöarna|Pitcairnøyene|ピトケアン諸島
PR|Puerto Rico|Porto Rico|Portorico|Portoryko|プエルトリコ
PS|Palestinian Territories|Palestine|Palästinensische Autonomiegebiete|Palästina|Territoires palestiniens|Territorios Palestinos|Palestina|Territori Palestinesi|Territórios palestinos|Palestijnse gebieden|Terytoria Palestyńskie|Palestyna|Palestiinalaisalue|Palestiina|Palestinska territorierna|De palæstinensiske områder|Palæstina|Det palestinske området|パレスチナ自治区|パレスチナ
PT|Portugal|Portogallo|Portugalia|Portugali|ポルトガル
PW|Palau|Palaos|パラオ
PY|Paraguay|Paraguai|Paragwaj|パラグアイ
QA|Qatar|Katar|Catar|カタール
RE|Réunion|La Réunion|Reunión|Riunione|Reunião|Reunion|レユニオン
RO|Romania|Rumänien|Roumanie|Rumanía|Romênia|Roemenië|Rumunia|Rumænien|ルーマニア
RS|Serbia|Serbien|Serbie|Sérvia|Servië|セルビア
RU|Russia|Russland|Russie|Rusia|Rússia|Rusland|Rosja|Venäjä|Ryssland|ロシア
RW|Rwanda|Ruanda|ルワンダ
SA|Saudi Arabia|Saudi-Arabien|Arabie saoudite|Arabia Saudí|Arabia Saudita|Arábia Saudita|Saoedi-Arabië|Arabia Saudyjska|Saudi-Arabia|Saudiarabien|サウジアラビア
SB|Solomon Islands|Salomonen|Îles Salomon|Islas Salomón|Isole Salomone|Ilhas Salomão|Salomonseilanden|Wyspy Salomona|Salomonsaaret|Salomonöarna|Salomonøerne|Salomonøyene|ソロモン諸島
SC|Seychelles|Seychellen|Seicheles|Seszele|Seychellit|Seychellerna|Seychellerne|Seychellene|セーシェル
SD|Sudan|Soudan|Sudán|Sudão|Soedan|スーダン
SE|Sweden|Schweden|Suède|Suecia|Svezia|Suécia|Zweden|Szwecja|Ruotsi|Sverige|スウェーデン
SG|Singapore|Singapur|Singapour|Singapura|シンガポール
SH|St. Helena|Sainte-Hélène|Santa Elena|Sant’Elena|Santa Helena|Sint-Helena|Wyspa Świętej Heleny|Saint Helena|S:t Helena|セントヘレナ
SI|Slovenia|Slowenien|Slovénie|Eslovenia|Eslovênia|Slovenië|Słowenia|Slovenien|スロベニア
SJ|Svalbard & Jan Mayen|Spitzbergen und Jan Mayen|Svalbard et Jan Mayen|Svalbard y Jan Mayen|Svalbard e Jan Mayen|Spitsbergen en Jan Mayen|Svalbard i Jan Mayen|Huippuvuoret ja Jan Mayen|Svalbard och Jan Mayen|Svalbard og Jan Mayen|スバールバル諸島・ヤンマイエン島
SK|Slovakia|Slowakei|Slovaquie|Eslovaquia|Slovacchia|Eslováquia|Slowakije|Słowacja|Slovakien|Slovakiet|スロバキア
SL|Sierra Leone|Sierra Leona|Serra Leoa|シエラレオネ
SM|San Marino|Saint-Marin|サンマリノ
SN|Senegal|Sénégal|セネガル
SO|Somalia|Somalie|Somália|Somalië|ソマリア
SR|Suriname|Surinam|スリナム
SS|South Sudan|Südsudan|Soudan du Sud|Sudán del Sur|Sud Sudan|Sudão do Sul|Zuid-Soedan|Sudan Południowy|Etelä-Sudan|Sydsudan|Sør-Sudan|南スーダン
ST|São Tomé & Príncipe|São Tomé und Príncipe|Sao Tomé-et-Principe|Santo Tomé y Príncipe|São Tomé e Príncipe|Sao Tomé en Principe|Wyspy Świętego Tomasza i Książęca|São Tomé ja Príncipe|São Tomé och Príncipe|São Tomé og Príncipe|サントメ・プリンシペ
SV|El Salvador|Salvador|Salwador|エルサルバドル
SX|Sint Maarten|Saint-Martin (partie néerlandaise)|Sint-Maarten|シント・マールテン
SY|Syria|Syrien|Syrie|Siria|Síria|Syrië|Syyria|シリア
SZ|Eswatini|Esuatini|Essuatíni|エスワティニ
TC|Turks & Caicos Islands|Turks- und Caicosinseln|Îles Turques-et-Caïques|Islas Turcas y Caicos|Isole Turks e Caicos|Ilhas Turcas e Caicos|Turks- en Caicoseilanden|Turks i Caicos|Turks- ja Caicossaaret|Turks- och Caicosöarna|Turks- og Caicosøerne|Turks- og Caicosøyene|タークス・カイコス諸島
TD|Chad|Tschad|Tchad|Ciad|Chade|Tsjaad|Czad|Tšad|Tsjad|チャド
TF|French Southern Territories|Französische Süd- und Antarktisgebiete|Terres australes françaises|Territorios Australes Franceses|Terre Australi Francesi|Territórios Franceses do Sul|Franse Gebieden in de zuidelijke Indische Oceaan|Francuskie Terytoria Południowe i Antarktyczne|Ranskan eteläiset ja antarktiset alueet|Franska sydterritorierna|De Franske Besiddelser i Det Sydlige Indiske Ocean og Antarktis|De franske sørterritorier|仏領極南諸島
TG|Togo|トーゴ
TH|Thailand|Thaïlande|Tailandia|Thailandia|Tailândia|Tajlandia|Thaimaa|タイ
TJ|Tajikistan|Tadschikistan|Tadjikistan|Tayikistán|Tagikistan|Tadjiquistão|Tadzjikistan|Tadżykistan|Tadžikistan|Tadsjikistan|タジキスタン
TK|Tokelau|Tokelauöarna|トケラウ
TL|Timor-Leste|Timor oriental|Timor Est|Oost-Timor|Timor Wschodni|Itä-Timor|Östtimor|Øst-Timor|東ティモール
TM|Turkmenistan|Turkménistan|Turkmenistán|Turcomenistão|トルクメニスタン
TN|Tunisia|Tunesien|Tunisie|Túnez|Tunísia|Tunesië|Tunezja|Tunisien|チュニジア
TO|Tonga|トンガ
TR|Türkiye|Türkei|Turquie|Turquía|Turchia|Turquia|Turkije|Turcja|Turkki|Turkiet|Tyrkiet|Tyrkia|トルコ
TT|Trinidad & Tobago|Trinidad und Tobago|Trinité-et-Tobago|Trinidad y Tobago|Trinidad e Tobago|Trinidad en Tobago|Trynidad i Tobago|Trinidad ja Tobago|Trinidad och Tobago|Trinidad og Tobago|トリニダード・トバゴ
TV|Tuvalu|ツバル
TW|Taiwan|Taïwan|Taiwán|Tajwan|台湾
TZ|Tanzania|Tansania|Tanzanie|Tanzânia|タンザニア
UA|Ukraine|Ucrania|Ucraina|Ucrânia|Oekraïne|Ukraina|ウクライナ
UG|Uganda|Ouganda|Oeganda|ウガンダ
UM|U.S. Outlying Islands|Amerikanische Überseeinseln|Îles mineures éloignées des États-Unis|Islas menores alejadas de EE. UU.|Isole Minori Esterne degli Stati Uniti|Ilhas Menores Distantes dos EUA|Kleine afgelegen eilanden van de Verenigde Staten|Dalekie Wyspy Mniejsze Stanów Zjednoczonych|Yhdysvaltain erillissaaret|USA:s yttre öar|Amerikanske oversøiske øer|USAs ytre øyer|合衆国領有小離島
US|United States|Vereinigte Staaten|USA|États-Unis|É.-U.|Estados Unidos|EE. UU.|Stati Uniti|EUA|Verenigde Staten|VS|Stany Zjednoczone|Yhdysvallat|アメリカ合衆国|アメリカ
UY|Uruguay|Uruguai|Urugwaj|ウルグアイ
UZ|Uzbekistan|Usbekistan|Ouzbékistan|Uzbekistán|Uzbequistão|Oezbekistan|ウズベキスタン
VA|Vatican City|Vatikanstadt|État de la Cité du Vatican|Ciudad del Vaticano|Città del Vaticano|Cidade do Vaticano|Vaticaanstad|Watykan|Vatikaani|Vatikanstaten|バチカン市国
VC|St. Vincent & Grenadines|St. Vincent und die Grenadinen|Saint-Vincent-et-les Grenadines|San Vicente y las Granadinas|Saint Vincent e Grenadine|São Vicente e Granadinas|Saint Vincent en de Grenadines|Saint Vincent i Grenadyny|Saint Vincent ja Grenadiinit|S:t Vincent och Grenadinerna|Saint Vincent og Grenadinerne|St. Vincent og Grenadinene|セントビンセント及びグレナディーン諸島
VE|Venezuela|Wenezuela|ベネズエラ
VG|British Virgin Islands|Britische Jungferninseln|Îles Vierges britanniques|Islas Vírgenes Británicas|Isole Vergini Britanniche|Ilhas Virgens Britânicas|Britse Maagdeneilanden|Brytyjskie Wyspy Dziewicze|Brittiläiset Neitsytsaaret|Brittiska Jungfruöarna|De Britiske Jomfruøer|De britiske jomfruøyene|英領ヴァージン諸島
VI|U.S. Virgin Islands|Amerikanische Jungferninseln|Îles Vierges des États-Unis|Islas Vírgenes de EE. UU.|Isole Vergini Americane|Ilhas Virgens Americanas|Amerikaanse Maagdeneilanden|Wyspy Dziewicze Stanów Zjednoczonych|Yhdysvaltain Neitsytsaaret|Amerikanska Jungfruöarna|De Amerikanske Jomfruøer|De amerikanske jomfruøyene|米領ヴァージン諸島
VN|Vietnam|Viêt Nam|Vietnã|Wietnam|ベトナム
VU|Vanuatu|バヌアツ
WF|Wallis & Futuna|Wallis und Futuna|Wallis-et-Futuna|Wallis y Futuna|Wallis e Futuna|Wallis en Futuna|Wallis i Futuna|Wallis ja Futuna|Wallis- och Futunaöarna|Wallis og Futuna|ウォリス・フツナ
WS|Samoa|サモア
XK|Kosovo|Kosowo|コソボ
YE|Yemen|Jemen|Yémen|Iêmen|イエメン
YT|Mayotte|Majotta|マヨット
ZA|South Africa|Südafrika|Afrique du Sud|Sudáfrica|Sudafrica|África do Sul|Zuid-Afrika|Republika Południowej Afryki|Etelä-Afrikka|Sydafrika|Sør-Afrika|南アフリカ
ZM|Zambia|Sambia|Zambie|Zâmbia|ザンビア
ZW|Zimbabwe|Simbabwe|Zimbabue|Zimbábue|ジンバブエ
';
  cities constant text := '
Abidjan|Abiyán|Abidżan|アビジャン
Accra|Acra|Akra|アクラ
Addis Ababa|Addis Abeba|Addis-Abeba|Adís Abeba|Adis Abeba|アジスアベバ
Algiers|Algier|Alger|Argel|Algeri|アルジェ
Asmara|アスマラ
Bamako|バマコ
Bangui|Bangi|バンギ
Banjul|Bandżul|バンジュール
Bissau|Bisáu|ビサウ
Blantyre|ブランタイヤ
Brazzaville|ブラザビル
Bujumbura|Bużumbura|ブジュンブラ
Cairo|Kairo|Le Caire|El Cairo|Il Cairo|Caïro|Kair|カイロ
Casablanca|カサブランカ
Ceuta|セウタ
Conakry|Conakri|Conacri|Konakry|コナクリ
Dakar|ダカール
Dar es Salaam|Daressalam|Dar es-Salam|Dar es-Salaam|Dar-es-Salaam|ダルエスサラーム
Douala|Duala|ドゥアラ
El Aaiun|El Aaiún|Laâyoune|El Ayun|Al-Ujun|El-Aaiún|アイウン
Freetown|フリータウン
Gaborone|ハボローネ
Harare|ハラレ
Johannesburg|Johannesburgo|Joanesburgo|ヨハネスブルグ
Juba|Giuba|Dżuba|ジュバ
Kampala|カンパラ
Khartoum|Khartum|Jartum|Cartum|Khartoem|Chartum|ハルツーム
Kigali|キガリ
Kinshasa|Kinszasa|キンシャサ
Lagos|ラゴス
Libreville|リーブルヴィル
Lome|Lomé|ロメ
Luanda|ルアンダ
Lubumbashi|ルブンバシ
Lusaka|ルサカ
Malabo|マラボ
Maputo|マプト
Maseru|マセル
Mbabane|ムババーネ
Mogadishu|Mogadischu|Mogadiscio|Mogadíscio|Mogadiszu|モガディシオ
Monrovia|Monróvia|モンロビア
Nairobi|Nairóbi|ナイロビ
Ndjamena|N’Djamena|Yamena|Ndżamena|ンジャメナ
Niamey|ニアメ
Nouakchott|Nuakchot|Nawakszut|ヌアクショット
Ouagadougou|Uagadugú|Wagadugu|ワガドゥグー
Porto-Novo|Porto Novo|Portonovo|ポルトノボ
São Tomé|Santo Tomé|Sao Tomé|サントメ
Tripoli|Tripolis|Trípoli|Trypolis|トリポリ
Tunis|Tunisi|Túnis|チュニス
Windhoek|Windhuk|ウィントフック
Adak|アダック
Anchorage|アンカレッジ
Antigua|Antígua|アンティグア
Araguaina|Araguaína|アラグァイナ
Asunción|Assunção|アスンシオン
Bahia|Bahía|バイーア
Bahía de Banderas|Bahia Banderas|Bahia de Banderas|Bahía Banderas|バイアバンデラ
Belem|Belém|Belén|ベレン
Blanc-Sablon|ブラン・サブロン
Boa Vista|ボアビスタ
Bogota|Bogotá|ボゴタ
Boise|ボイシ
Buenos Aires|ブエノスアイレス
Cambridge Bay|ケンブリッジベイ
Campo Grande|カンポグランデ
Cancún|Cancun|カンクン
Caracas|カラカス
Catamarca|カタマルカ
Cayenne|Cayena|Caienna|Caiena|Kajenna|カイエンヌ
Cayman|Caïmans|Caimán|ケイマン
Chicago|シカゴ
Chihuahua|チワワ
Ciudad Juárez|シウダー・フアレス
Atikokan|アティコカン
Cordoba|Córdoba|コルドバ
Creston|クレストン
Cuiaba|Cuiabá|クイアバ
Danmarkshavn|デンマークシャウン
Dawson|ドーソン
Dawson Creek|ドーソンクリーク
Denver|デンバー
Detroit|Détroit|デトロイト
Edmonton|エドモントン
Eirunepe|Eirunepé|エイルネペ
Fort Nelson|フォートネルソン
Fortaleza|フォルタレザ
Glace Bay|グレースベイ
Nuuk|ヌーク
Goose Bay|グースベイ
Grand Turk|Gran Turca|グランドターク
Guayaquil|Guaiaquil|グアヤキル
Halifax|ハリファクス
Havana|Havanna|La Havane|La Habana|L’Avana|Hawana|ハバナ
Hermosillo|エルモシヨ
Indianapolis|Indianápolis|インディアナポリス
Inuvik|イヌヴィク
Iqaluit|イカルイット
Jujuy|San Salvador de Jujuy|フフイ
Juneau|ジュノー
Kralendijk|クラレンダイク
La Paz|ラパス
Lima|リマ
Los Angeles|Los Ángeles|ロサンゼルス
Louisville|ルイビル
Lower Prince’s Quarter|Beneden Prinsen Kwartier|ローワー・プリンセズ・クウォーター
Maceio|Maceió|マセイオ
Managua|Manágua|マナグア
Manaus|Manaos|マナウス
Marigot|マリゴ
Matamoros|マタモロス
Mazatlan|Mazatlán|マサトラン
Mendoza|メンドーサ
Menominee|メノミニー
Mérida|Merida|メリダ
Metlakatla|メトラカトラ
Mexico City|Mexiko-Stadt|Ciudad de México|Città del Messico|Cidade do México|Mexico-Stad|Mexico by|メキシコシティー
Miquelon|Miquelón|ミクロン島
Moncton|モンクトン
Monterrey|モンテレイ
Montevideo|Montevidéu|モンテビデオ
Nassau|ナッソー
New York|Nueva York|Nova York|Nowy Jork|ニューヨーク
Nome|ノーム
Noronha|Fernando de Noronha|ノローニャ
Ojinaga|オヒナガ
Paramaribo|パラマリボ
Phoenix|フェニックス
Port-au-Prince|Puerto Príncipe|Porto Príncipe|ポルトープランス
Port of Spain|Port-d’Espagne|Puerto España|Port-of-Spain|ポートオブスペイン
Porto Velho|ポルトベーリョ
Punta Arenas|プンタアレナス
Rankin Inlet|ランキンインレット
Recife|レシフェ
Regina|レジャイナ
Resolute|レゾリュート
Rio Branco|Río Branco|リオブランコ
Santarem|Santarém|サンタレム
Santiago|Santiago de Chile|サンチアゴ
Santo Domingo|Saint-Domingue|サントドミンゴ
Sao Paulo|São Paulo|San Paolo|サンパウロ
Ittoqqortoormiit|イトコルトルミット
Sitka|シトカ
St. John’s|Saint-Jean de Terre-Neuve|San Juan de Terranova|Saint John’s|セントジョンズ
St. Kitts|Saint-Christophe|San Cristóbal|São Cristóvão|Saint Kitts|セントクリストファー
St. Thomas|Saint-Thomas|Saint Thomas|セントトーマス
St. Vincent|Saint-Vincent|San Vicente|Saint Vincent|São Vicente|セントビンセント
Swift Current|スウィフトカレント
Tegucigalpa|テグシガルパ
Thule|Thulé|Qaanaaq|チューレ
Tijuana|ティフアナ
Toronto|トロント
Tortola|Tórtola|トルトーラ
Vancouver|バンクーバー
Whitehorse|ホワイトホース
Winnipeg|ウィニペグ
Yakutat|ヤクタット
Aden|Adén|Áden|アデン
Almaty|Alma Ata|Alma-Ata|Ałmaty|アルマトイ
Amman|Ammán|Amã|アンマン
Anadyr|Anádyr|Anadyr’|アナディリ
Aqtau|Aktaou|Aktau|Aqtaw|アクタウ
Aqtobe|Aktobe|Aktioubinsk|Aqtöbe|Aktiubińsk|アクトベ
Ashgabat|Aşgabat|Achgabat|Asjabad|Asgabate|Asjchabad|Aszchabad|Ašgabat|Asjkhabad|アシガバード
Atyrau|Atyraou|Atıraw|アティラウ
Baghdad|Bagdad|Bagdá|バグダッド
Baku|Bakou|Bakú|Bakoe|バクー
Bangkok|バンコク
Barnaul|Barnaúl|Barnauł|バルナウル
Beirut|Beyrouth|Beirute|Beiroet|Bejrut|ベイルート
Bishkek|Bischkek|Bichkek|Bisjkek|Biszkek|Biškek|ビシュケク
Kolkata|Kalkutta|Calcutta|Calcuta|Calcutá|Kalkuta|コルカタ
Chita|Tschita|Tchita|Chitá|Čita|Czyta|Tšita|Tjita|Tsjita|チタ
Colombo|Kolombo|コロンボ
Damascus|Damaskus|Damas|Damasco|Damaszek|Damaskos|ダマスカス
Dhaka|Daca|Dacca|ダッカ
Dili|ディリ
Dubai|Dubaï|Dubái|Dubaj|ドバイ
Dushanbe|Duschanbe|Douchanbé|Dusambé|Duchambe|Doesjanbe|Duszanbe|Dušanbe|Dusjanbe|ドゥシャンベ
Famagusta|Famagouste|Famagosta|ファマグスタ
Gaza|ガザ
Hebron|Hébron|Hebrón|ヘブロン
Hovd|Chowd|Kobdo|Chovd|ホブド
Irkutsk|Irkoutsk|Irkoetsk|Irkuck|イルクーツク
Jakarta|Yakarta|Giacarta|Jacarta|Dżakarta|ジャカルタ
Jayapura|Jajapura|ジャヤプラ
Jerusalem|Jérusalem|Jerusalén|Gerusalemme|Jerusalém|Jeruzalem|Jerozolima|エルサレム
Kabul|Kaboul|Cabul|カブール
Kamchatka|Kamtschatka|Kamtchatka|Kamtsjatka|Kamczatka|Kamtšatka|Kamtjatka|カムチャッカ
Karachi|Karatschi|Karaczi|カラチ
Kathmandu|Katmandou|Katmandú|Katmandu|カトマンズ
Khandyga|Chandyga|Khandiga|Handyga|ハンドゥイガ
Krasnoyarsk|Krasnojarsk|Krasnoïarsk|クラスノヤルスク
Kuala Lumpur|クアラルンプール
Kuching|クチン
Magadan|Magadán|マガダン
Makassar|Macassar|Makasar|マカッサル
Manila|Manille|Manilla|マニラ
Muscat|Maskat|Mascate|Masqat|Muskat|マスカット
Nicosia|Nikosia|Nicosie|Nicósia|Nikozja|ニコシア
Novokuznetsk|Nowokuznetsk|Novokuzneck|Nowokuźnieck|Novokusnetsk|ノヴォクズネツク
Novosibirsk|Nowosibirsk|Novossibirsk|Nowosybirsk|ノヴォシビルスク
Omsk|オムスク
Oral|Ouralsk|Uralsk|オラル
Phnom Penh|プノンペン
Pontianak|ポンティアナック
Pyongyang|Pjöngjang|Pjongjang|平壌
Kostanay|Qostanai|Kostanaï|Kostanái|Kustanaj|Kostanai|Kostanaj|コスタナイ
Qyzylorda|Qysylorda|Kzyl Orda|Kyzylorda|Kyzyłorda|Qızılorda|クズロルダ
Yangon|Rangun|Rangoun|Rangoon|Rangum|ヤンゴン
Riyadh|Riad|Riyad|Riade|Rijad|リヤド
Ho Chi Minh City|Ho-Chi-Minh-Stadt|Hô-Chi-Minh-Ville|Ciudad Ho Chi Minh|Ho Chi Minh|Cidade de Ho Chi Minh|Ho Chi Minhstad|Hồ Chí Minhin kaupunki|Ho Chi Minh-staden|Ho Chi Minh-byen|ホーチミン
Sakhalin|Sachalin|Sakhaline|Sajalín|Sacalina|Sahalin|サハリン
Samarkand|Samarcande|Samarcanda|Samarkanda|サマルカンド
Seoul|Séoul|Seúl|Seul|Soul|ソウル
Shanghai|Shanghái|Xangai|Sjanghai|Szanghaj|上海
Srednekolymsk|Srednekolimsk|Sriedniekołymsk|スレドネコリムスク
Taipei|Taipeh|Taipéi|Tajpej|台北
Tashkent|Taschkent|Tachkent|Taskent|Tasjkent|Taszkient|Taškent|タシケント
Tbilisi|Tiflis|Tbilissi|トビリシ
Tehran|Teheran|Téhéran|Teherán|Teerã|テヘラン
Thimphu|Timbu|Thimpu|ティンプー
Tokyo|Tokio|Tóquio|東京
Tomsk|トムスク
Ulaanbaatar|Oulan-Bator|Ulán Bator|Ulan Bator|Ułan Bator|ウランバートル
Urumqi|Ürümqi|Urumczi|ウルムチ
Ust-Nera|Ust’-Nera|Ust-Niera|ウスチネラ
Vientiane|Vientián|Wientian|ビエンチャン
Vladivostok|Wladiwostok|Władywostok|ウラジオストク
Yakutsk|Jakutsk|Iakoutsk|Jakoetsk|Jakuck|ヤクーツク
Yekaterinburg|Jekaterinburg|Ekaterinbourg|Ekaterimburgo|Ekaterinburg|Ecaterimburgo|Jekaterinenburg|Jekaterynburg|エカテリンブルグ
Yerevan|Eriwan|Erevan|Ereván|Jerevan|Erywań|エレバン
Reykjavik|Reykjavík|Reikiavik|レイキャビク
Adelaide|Adélaïde|Adelaida|アデレード
Brisbane|ブリスベン
Broken Hill|ブロークンヒル
Darwin|ダーウィン
Eucla|ユークラ
Hobart|ホバート
Lindeman|リンデマン
Lord Howe|ロードハウ
Melbourne|メルボルン
Perth|パース
Sydney|Sídney|シドニー
Amsterdam|Ámsterdam|Amsterdã|アムステルダム
Astrakhan|Astrachan|Astracán|Astracã|Astrachań|Astrahan|アストラハン
Athens|Athen|Athènes|Atenas|Atene|Athene|Ateny|Ateena|Aten|アテネ
Belgrade|Belgrad|Belgrado|Beograd|ベオグラード
Berlin|Berlín|Berlino|Berlim|Berlijn|Berliini|ベルリン
Bratislava|Bratysława|ブラチスラバ
Brussels|Brüssel|Bruxelles|Bruselas|Bruxelas|Brussel|Bruksela|Bryssel|ブリュッセル
Bucharest|Bukarest|Bucarest|Bucareste|Boekarest|Bukareszt|București|ブカレスト
Budapest|Budapeste|Boedapest|Budapeszt|ブダペスト
Busingen|Büsingen|Büsingen am Hochrhein|ビュージンゲン
Chisinau|Chisináu|Kiszyniów|Chişinău|Chișinău|キシナウ
Copenhagen|Kopenhagen|Copenhague|Copenaghen|Kopenhaga|Kööpenhamina|Köpenhamn|København|コペンハーゲン
Dublin|Dublín|Dublino|ダブリン
Helsinki|Helsinque|Helsingfors|ヘルシンキ
Istanbul|Estambul|Istambul|Istanboel|Stambuł|イスタンブール
Kaliningrad|Kaliningrado|カリーニングラード
Kyiv|Kiew|Kiev|Kijów|Kiova|キーウ
Kirov|Kirow|Kírov|キーロフ
Lisbon|Lissabon|Lisbonne|Lisboa|Lisbona|Lizbona|リスボン
Ljubljana|Liubliana|Lubiana|Lublana|リュブリャナ
London|Londres|Londra|Londen|Londyn|Lontoo|ロンドン
Madrid|Madri|Madryt|マドリード
Mariehamn|Maarianhamina|マリエハムン
Minsk|Mińsk|ミンスク
Moscow|Moskau|Moscou|Moscú|Mosca|Moskou|Moskwa|Moskova|Moskva|モスクワ
Oslo|オスロ
Paris|París|Parigi|Parijs|Paryż|Pariisi|パリ
Podgorica|ポドゴリツァ
Prague|Prag|Praga|Praag|Praha|プラハ
Riga|Ryga|Riika|リガ
Rome|Rom|Roma|Rzym|Rooma|ローマ
Samara|サマラ
Sarajevo|Sarajewo|サラエボ
Saratov|Saratow|Sarátov|Saratów|サラトフ
Simferopol|Simferópol|Sinferopoli|Symferopol|シンフェロポリ
Skopje|Skopie|スコピエ
Sofia|Sofía|Sófia|ソフィア
Stockholm|Estocolmo|Stoccolma|Sztokholm|Tukholma|ストックホルム
Tallinn|Tallin|Tallinna|タリン
Tirane|Tirana|ティラナ
Ulyanovsk|Uljanowsk|Oulianovsk|Uliánovsk|Ulianovsk|Uljanovsk|ウリヤノフスク
Vaduz|ファドゥーツ
Vatican|Vatikan|Le Vatican|El Vaticano|Vaticano|Vatikanen|Vatikanet|バチカン
Vienna|Wien|Vienne|Viena|Wenen|Wiedeń|ウィーン
Vilnius|Vilna|Wilno|ヴィリニュス
Volgograd|Wolgograd|Volgogrado|Wołgograd|ボルゴグラード
Warsaw|Warschau|Varsovie|Varsovia|Varsavia|Varsóvia|Warszawa|Varsova|ワルシャワ
Zagreb|Zagabria|Zagrzeb|ザグレブ
Zurich|Zürich|Zúrich|Zurigo|Zurique|Zurych|チューリッヒ
';
  others constant text := 'Antwerp|Antwerpen|Anvers|Amberes|Anversa|Antuérpia|Antwerpia
Basel|Bâle|Basilea|Bazylea
Beijing|Peking|Pékin|Pekín|Pechino|Pequim|Pekin|北京
Bologna|Bologne|Bolonia|Bolonha
Bordeaux|Burdeos|Bordéus
Bruges|Brugge|Brügge|Brujas|Brugia
Cologne|Köln|Colonia|Colônia|Keulen|Kolonia
Dresden|Dresde|Dresda|Drezno
Florence|Firenze|Florenz|Florencia|Florença|Florencja
Frankfurt|Francfort|Fráncfort|Francoforte
Gdansk|Danzig
Geneva|Genf|Genève|Ginebra|Ginevra|Genebra|Genewa
Genoa|Genova|Genua|Gênes|Génova
Ghent|Gent|Gand|Gante
Gothenburg|Göteborg|Gotemburgo
Hamburg|Hambourg|Hamburgo|Amburgo
Hanover|Hannover|Hanovre
Krakow|Kraków|Cracow|Krakau|Cracovie|Cracovia|Cracóvia
Leipzig|Lipsia|Lipsk
Marseille|Marseilles|Marsella|Marsiglia|Marselha
Milan|Milano|Mailand|Milán|Milão|Milaan|Mediolan
Munich|München|Múnich|Monaco di Baviera|Munique|Monachium
Naples|Napoli|Neapel|Nápoles|Napels|Neapol
Nuremberg|Nürnberg|Núremberg|Norimberga|Neurenberg|Norymberga
Porto|Oporto
Salzburg|Salzbourg|Salzburgo|Salisburgo
Seville|Sevilla|Séville|Siviglia|Sevilha|Sewilla
Strasbourg|Straßburg|Estrasburgo|Strasburgo|Straatsburg|Strasburg
The Hague|Den Haag|La Haye|La Haya|L’Aia|Haia|Haga
Thessaloniki|Saloniki|Salonica|Thessalonique|Salonicco
Turin|Torino|Turín|Turijn|Turim|Turyn
Venice|Venezia|Venedig|Venise|Venecia|Veneza|Wenecja
Wroclaw|Wrocław|Breslau
Zaragoza|Saragossa|Saragosse
';
  list record;
begin
  for list in
    select l.kind, jsonb_object_agg(found.name, found.place)::text as names
    from (values ('country', countries, 2), ('city', cities || others, 1)) l (kind, lines, english)
    cross join lateral (
      select called.name, min(called.place collate "C") as place
      from regexp_split_to_table(btrim(l.lines, E'\n'), '\n') line
      cross join lateral (
        select written.name, kith_private.folded(split_part(line, '|', l.english)) as place
        from regexp_split_to_table(line, '\|') name
        cross join lateral unnest(array[kith_private.folded(name), array_to_string(kith_private.name_words(name), ' ')]) written (name)) called
      group by called.name having count(distinct called.place) = 1) found
    where found.name <> found.place
    group by l.kind
  loop
    execute format($create$
      create function kith_private.%I(name text) returns text
      language plpgsql immutable parallel safe set search_path = ''
      as $body$
      begin
        return %L::jsonb ->> name;
      end
      $body$
    $create$, list.kind || '_name', list.names);
  end loop;
end
$install$;

grant execute on function kith_private.country_name(text), kith_private.city_name(text) to authenticated, service_role;
