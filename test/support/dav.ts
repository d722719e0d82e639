import { inject } from "vitest";
import { davPath } from "../../functions/kith/core/paths.ts";
import { type Element, readXml } from "../../functions/kith/dav/xml.ts";
import { makeKey, signUp } from "./accounts.ts";

/** Where the root of CardDAV is on the shared stack, behind its gateway. */
export const davRoot = () => `${inject("stack").url}/functions/v1${davPath}/`;

/** What a CardDAV client sends. */
export interface DavRequest {
  depth?: string | undefined;
  body?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** What came back. */
export interface DavAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Of an answer of several resources: by href its status, or its properties, each with its status. */
  readonly resources: Resources;
}

type Resources = Record<string, { status: string } | Record<string, Property>>;

interface Property {
  status: string;
  element: Element;
}

/** Sends requests with a password, as phones do. */
export type Phone = (method: string, path: string, request?: DavRequest) => Promise<DavAnswer>;

/** A phone with this password. @param user the name that somebody has typed */
export const phoneWith =
  (password: string | null, user = "anybody@example.com"): Phone =>
  async (method, path, { depth, body, headers } = {}) => {
    const response = await fetch(new URL(path, davRoot()), {
      method,
      headers: {
        ...(password === null ? {} : { authorization: `Basic ${btoa(`${user}:${password}`)}` }),
        ...(depth === undefined ? {} : { depth }),
        ...(body === undefined ? {} : { "content-type": "application/xml; charset=utf-8" }),
        ...headers,
      },
      body: body ?? null,
      redirect: "manual",
    });
    const text = await response.text();
    const { status } = response;
    let resources: Resources | undefined;
    return {
      status,
      headers: response.headers,
      text,
      get resources() {
        return resources ??= status === 207 ? readResources(readXml(text)) : {};
      },
    };
  };

const named = (element: Element, name: string) =>
  element.children.filter((child) => child.name === `{DAV:}${name}`);

function readResources(root: Element): Resources {
  const resources: Resources = {};
  for (const response of named(root, "response")) {
    const [status] = named(response, "status");
    resources[named(response, "href")[0]!.text] = status
      ? { status: status.text }
      : Object.fromEntries(
        named(response, "propstat").flatMap((each) =>
          named(each, "prop")[0]!.children.map((element) => [
            element.name,
            { status: named(each, "status")[0]!.text, element },
          ])
        ),
      );
  }
  return resources;
}

/** The element of a property that a resource has. @throws Error where it has none */
export function propertyOf(answer: DavAnswer, href: string, name: string): Element {
  const found = (answer.resources[href] as Record<string, Property> | undefined)?.[name];
  if (found?.status !== "HTTP/1.1 200 OK") {
    throw new Error(`${href} has no ${name}: ${answer.status} ${answer.text.slice(0, 2000)}`);
  }
  return found.element;
}

/** Somebody new, and their phone with a key that may do what `limits` say. */
export async function withPhone(limits = {}) {
  const person = await signUp();
  const { key, id: keyId } = await makeKey(person, "phone", limits);
  const account = person.id.slice(-8);
  const { pathname } = new URL(davRoot());
  return {
    person,
    key,
    keyId,
    phone: phoneWith(key),
    account,
    root: pathname,
    principal: `${pathname}principals/${account}/`,
    home: `${pathname}${account}/`,
    book: `${pathname}${account}/contacts/`,
  };
}

/** A card as phones send it. */
export const cardOf = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
