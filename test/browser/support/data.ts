import type { Acts } from "./acts.ts";

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");

/** One contact that is there, one that is new, one that is unclear for Zoë and Ana, and one that cannot be read. */
export const cards = [
  card("FN:Zoë Müller", "N:Müller;Zoë;;;", "EMAIL:zoe@example.com", "TEL:+49305550199"),
  card("FN:Carla Núñez", "N:Núñez;Carla;;;", "EMAIL:carla@example.com", "PHOTO:elsewhere"),
  card("FN:Unclear", "N:;Unclear;;;", "EMAIL:zoe@example.com", "EMAIL:ana@example.com"),
  card("NICKNAME:", "EMAIL:"),
].join("");

/** More contacts than one request takes: 1,200. */
export const manyCards = Array.from({ length: 1_200 }, (_, at) => card(`FN:Person ${at}`)).join("");

/** Chooses a file for the import. */
export const chooseFile = ({ field }: Pick<Acts, "field">, name: string, content: string) =>
  field("Choose a file, or drop it here").setInputFiles({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content),
  });
