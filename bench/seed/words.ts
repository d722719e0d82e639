/** What people are called, where they work and what is said of them. */

const split = (text: string) => text.trim().split(/\s+/);

export const firstNames = split(`
Anna Ben Clara David Elena Felix Greta Hugo Ines Jonas Katja Leon Maria Noah Olga Paul Rosa Samuel Tara Ulrich Vera
Walter Xenia Yusuf Zoë Amir Bianca Carlos Dana Emil Fatima Georg Hannah Igor Julia Kenji Leïla Marco Nadia Oskar Petra
Quentin Ruth Stefan Tilda Umar Viktor Wanda Yara Zeno Alice Boris Celia Dominik Eva Frank Gül Henrik Irene Jan Klara
Lars Mónica Nils Odile Pedro Rita Søren Tomás Ute Vincent Wilma Yannick Žofia Aisha Björn Chloé Diego Esther Finn
Gabriel Heidi Ivan Jasmin Karim Lucía Mehmet Nora Otto Pavel Renée Sofia Theo Ursula Valentin Ying Zuzana Agnes Bastian
Carmen Dmitri Edith Florian Gisela Harald Ilse Jorge Kirsten Lukas Magda Norbert Olivia Philipp Regina Silvia Thiago
Amélie Bruno Cem Doris Erik Franka Gustav Helena Isabel Jakob Kofi Linnea Małgorzata Nikolai Ophelia Priya Raúl Sigrid
Tariq Ulla Vasil Wiebke Yuki Zainab`);

export const lastNames = split(`
Müller Schmidt Novák García Okafor Watanabe Haddad Carvalho Rossi Dubois Jensen Kowalski Ivanov Nguyen Smith Johnson
Brown Taylor Wilson Davies Evans Thomas Roberts Walker Wright Robinson Thompson White Hughes Edwards Green Lewis Wood
Harris Martin Jackson Clarke Turner Hill Scott Cooper Morris Ward Moore King Watson Baker Harrison Morgan Patel Young
Allen Mitchell James Anderson Phillips Lee Bell Parker Davis Bennett Miller Cook Shaw Richardson Carter Collins Marshall
Bailey Gray Cox Adams Wilkinson Foster Chapman Mason Russell Powell Webb Rogers Hunt Mills Holmes Palmer Matthews
Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz
Zimmermann Braun Krüger Hofmann Hartmann Lange Krause Lehmann Köhler Herrmann König Walter Maier Kaiser Fuchs Peters
Lang Scholz Möller Weiß Jung Hahn Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Albrecht
Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Mancini Rizzo Lombardi Moretti
Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Jiménez Ruiz Hernández Díaz Álvarez Muñoz Romero Alonso
Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Suárez Ortega Delgado Castro Ortiz
Leroy Moreau Simon Laurent Lefèvre Michel Bertrand Roux Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Blanchet
Guérin Boyer Garnier Chevalier François Legrand Gauthier Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu
Hansen Nielsen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen
Nowak Wiśniewski Dąbrowski Lewandowski Zieliński Szymański Woźniak Kozłowski Jankowski Mazur Kwiatkowski Krawczyk
Tanaka Suzuki Takahashi Itō Yamamoto Nakamura Kobayashi Yoshida Yamada Sasaki Matsumoto Inoue Kimura Hayashi Shimizu
Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Koç Kurt Özkan Şimşek Polat`);

const companyNames = split(`
Kranich Harbour Northwind Blaufeld Lindgren Meridian Oakline Polaris Quarry Riverside Silberstein Tideway Umbra Vantage
Westwall Yarrow Zephyr Alder Birch Cobalt Delta Ember Falcon Granite Horizon Iris Juniper Keystone Larkspur Maple`);
const companyKinds = [
  "Verlag",
  "Labs",
  "Studio",
  "Partners",
  "& Söhne",
  "Logistics",
  "Systems",
  "Café",
];
export const companies = companyNames.flatMap((name) =>
  companyKinds.map((kind) => `${name} ${kind}`)
);

export const jobTitles = [
  "Editor",
  "Architect",
  "Illustrator",
  "Engineer",
  "Sales manager",
  "Head of research",
  "Teacher",
  "Nurse",
  "Accountant",
  "Product designer",
  "Founder",
  "Translator",
  "Photographer",
  "Lawyer",
  "Data analyst",
  "Carpenter",
];

export const cities = [
  "Köln",
  "Porto",
  "Kraków",
  "Lyon",
  "Aarhus",
  "Leeds",
  "Sevilla",
  "Ōsaka",
  "İzmir",
  "Graz",
];

/** Of 13 to 65 characters; notes and descriptions are made of one to three. */
export const sentences = [
  "Met at the harbour workshop.",
  "Knows everything about old lenses.",
  "Asked for the slides of the spring meeting.",
  "Prefers a call to an e-mail.",
  "Will be away until the end of the month.",
  "The new knee is fine; walks to the market again.",
  "Introduced by a colleague at the book fair.",
  "Wants to read the chapter on lighthouses before it is printed.",
  "Trains for the half marathon in autumn.",
  "Two children, the older one plays the cello.",
  "Give back the book on tiles.",
  "Coffee.",
  "Talked about the move and the garden.",
  "Has a dog called Pixel.",
  "Vegetarian; no walnuts.",
  "Thinking about a new job closer to home.",
  "Sent the contract, waiting for an answer.",
  "Recommends the small café near the station.",
  "Very good at finding the right people.",
  "Lunch was long and very pleasant.",
  "Promised to call after the holidays.",
  "Owes me a postcard from Genoa.",
  "The flat is sold, the keys are handed over.",
  "Plays chess on Thursdays.",
];
