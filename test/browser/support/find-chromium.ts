import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const places = [
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** KITH_CHROMIUM, or what is in the PATH, or what lies where it usually does. */
export async function findChromium(): Promise<string | undefined> {
  const { KITH_CHROMIUM: named, PATH = "" } = process.env;
  const folders = PATH.split(delimiter).filter(Boolean);
  const candidates = named
    ? [named]
    : [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places];
  for (const candidate of candidates) {
    if (await access(candidate, constants.X_OK).then(() => true, () => false)) return candidate;
  }
  return undefined;
}
