/** The two settings of the page. */
export interface PageSettings {
  /** URL of the Supabase project, `https://<ref>.supabase.co`. */
  projectUrl: string;
  /** The project's publishable key, which is public: it identifies the project and no user. */
  publishableKey: string;
}

const placeholder = "<!-- settings -->";

/**
 * Adds the settings to the built page, and a content-security policy that allows only the page's own
 * files and this project.
 * @throws an error in one line when a setting is missing or wrong.
 */
export function withSettings(html: string, settings: PageSettings): string {
  const { projectUrl, publishableKey } = checked(settings);
  if (!html.includes(placeholder)) throw new Error("The page has no place for its settings.");
  const tags = [
    meta("http-equiv", "Content-Security-Policy", contentSecurityPolicy(projectUrl)),
    meta("name", "kith-project", projectUrl),
    meta("name", "kith-publishable-key", publishableKey),
  ];
  return html.replace(placeholder, () => tags.join("\n    "));
}

/** Without `frame-ancestors`, which browsers only accept in a header; see pageHeaders. */
export function contentSecurityPolicy(projectUrl: string): string {
  const project = new URL(projectUrl).origin;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: ${project}`,
    `connect-src ${project}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // The one policy that makes an address of a script: that of the service worker.
    "trusted-types kith-worker",
  ].join("; ");
}

/** Headers that a host should send with the page; it also works without them. */
export const pageHeaders = {
  "content-security-policy": "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function checked({ projectUrl, publishableKey }: PageSettings): PageSettings {
  if (!URL.canParse(projectUrl) || !/^https?:$/.test(new URL(projectUrl).protocol)) {
    throw new Error(`KITH_PROJECT_URL must be the project's address, not "${projectUrl}".`);
  }
  if (/^sb_secret_/.test(publishableKey)) {
    throw new Error("KITH_PUBLISHABLE_KEY is a secret key. The page would publish it.");
  }
  if (!publishableKey) throw new Error("KITH_PUBLISHABLE_KEY must be the project's public key.");
  return { projectUrl: projectUrl.replace(/(?<!\/)\/+$/, ""), publishableKey };
}

function meta(kind: string, name: string, content: string): string {
  const escaped = content.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  return `<meta ${kind}="${name}" content="${escaped}">`;
}
