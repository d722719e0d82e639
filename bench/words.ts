/** Names, companies, jobs and sentences of the seed. */

const split = (text: string) => text.trim().split(/\s+/);

/** Those at the front are more frequent. */
export const firstNames = split(`
Anna Ben Clara David Elena Felix Greta Hugo Ines Jonas Katja Leon Maria Noah Olga Paul Rosa Samuel Tara Ulrich Vera
Walter Xenia Yusuf Zoë Amir Bianca Carlos Dana Emil Fatima Georg Hannah Igor Julia Kenji Leïla Marco Nadia Oskar Petra`);

export const lastNames = split(`
Müller Schmidt Novák García Okafor Watanabe Haddad Carvalho Rossi Dubois Jensen Kowalski Ivanov Nguyen Smith Johnson
Brown Taylor Wilson Davies Evans Thomas Roberts Walker Wright Robinson Thompson White Hughes Edwards Green Lewis Wood
Harris Martin Jackson Clarke Turner Hill Scott Cooper Morris Ward Moore King Watson Baker Harrison Morgan Patel Young
Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz
Zimmermann Braun Krüger Hofmann Hartmann Lange Krause Lehmann Köhler Herrmann König Maier Kaiser Fuchs Peters
Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Jiménez Ruiz Hernández Díaz Álvarez Muñoz Romero
Nowak Wiśniewski Dąbrowski Lewandowski Zieliński Szymański Woźniak Kozłowski Jankowski Mazur Kwiatkowski Krawczyk
Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Koç Kurt Özkan Şimşek Polat`);

const kinds = ["Verlag", "Labs", "Studio", "Partners", "& Söhne", "Logistics", "Systems", "Café"];
export const companies = split(`
Kranich Harbour Northwind Blaufeld Lindgren Meridian Oakline Polaris Quarry Riverside Silberstein Tideway Umbra Vantage
Westwall Yarrow Zephyr Alder Birch Cobalt Delta Ember Falcon Granite Horizon Iris Juniper Keystone Larkspur Maple`)
  .flatMap((name) => kinds.map((kind) => `${name} ${kind}`));

export const jobTitles = split(
  "Editor Architect Illustrator Engineer Teacher Nurse Founder Lawyer",
);

/** Notes and descriptions are made of one to three of them. ASCII alone, so that nothing has to be folded in notes. */
export const sentences = `
Met at the harbour workshop. Knows everything about old lenses. Asked for the slides of the spring meeting.
Prefers a call to an e-mail. Will be away until the end of the month. Introduced by a colleague at the book fair.
Wants to read the chapter on lighthouses before it is printed. Trains for the half marathon in autumn. Coffee.
Two children, the older one plays the cello. Talked about the move and the garden. Has a dog called Pixel.
Sent the contract, waiting for an answer. Lunch was long and very pleasant. Thinking about a new job closer to home.
The new knee is fine and walks to the market again.`.trim().split(/(?<=\.)\s+/);
