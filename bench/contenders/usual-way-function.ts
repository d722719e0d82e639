// An Edge Function as Supabase's guides show it ("Integrating With Supabase Auth", "Securing Edge Functions"): a client
// per request in the name of the caller, getUser() for who that is; for API keys a lookup by hash with the service role
// and from then on a filter by owner. Where guides differ, the cheaper way: the service role's client is made once,
// clients neither keep sessions nor refresh tokens, and every query names the owner, so that an index is used.
import { createClient } from "@supabase/supabase-js";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

const url = Deno.env.get("SUPABASE_URL") ?? "";
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
const db = { schema: "kith" as const };
const admin = createClient(url, Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") ?? "", { auth, db });

interface Caller {
  supabase: typeof admin;
  userId: string;
}

async function callerOf(request: Request): Promise<Caller | null> {
  const authorization = request.headers.get("Authorization") ?? "";
  const token = authorization.replace("Bearer ", "");
  if (token.startsWith("kith_")) {
    const { data } = await admin.from("usual_api_keys").select("user_id")
      .eq("key_hash", await sha256(token)).maybeSingle();
    return data && { supabase: admin, userId: data.user_id };
  }
  const supabase = createClient(url, Deno.env.get("SUPABASE_ANON_KEY") ?? "", {
    auth,
    db,
    global: { headers: { Authorization: authorization } },
  });
  const { data: { user } } = await supabase.auth.getUser(token);
  return user && { supabase, userId: user.id };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function listContacts({ supabase, userId }: Caller, query: URLSearchParams) {
  const dueOnly = query.get("needsContact") === "true";
  let contacts = supabase.from(dueOnly ? "contacts_in_touch" : "contacts")
    .select("*", { count: "exact" }).eq("owner_id", userId);
  const search = query.get("search");
  if (search) contacts = contacts.like("search_text", `%${search}%`);
  if (dueOnly) contacts = contacts.eq("needs_contact", true);
  return await contacts.order("display_name").order("id").range(0, 49);
}

async function listNotes({ supabase, userId }: Caller, query: URLSearchParams) {
  return await supabase.from("notes").select("*", { count: "exact" }).eq("owner_id", userId)
    .gte("occurred_at", query.get("from")).lt("occurred_at", query.get("after"))
    .order("occurred_at", { ascending: false }).order("id", { ascending: false }).range(0, 49);
}

async function answer(caller: Caller, request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const { supabase, userId } = caller;
  const [, , collection, id] = pathname.split("/");
  if (collection === "notes") return await listNotes(caller, searchParams);
  if (request.method === "POST") {
    const row = { ...await request.json(), owner_id: userId };
    return await supabase.from("contacts").insert(row).select().single();
  }
  if (request.method === "PATCH") {
    return await supabase.from("contacts").update(await request.json()).eq("id", id)
      .eq("owner_id", userId).select().single();
  }
  if (id === undefined) return await listContacts(caller, searchParams);
  return await supabase.from("contacts").select("*").eq("id", id).eq("owner_id", userId).single();
}

Deno.serve(async (request) => {
  const headers = { "Content-Type": "application/json" };
  const caller = await callerOf(request);
  if (!caller) {
    return new Response(JSON.stringify({ error: "Unauthorized" }), { status: 401, headers });
  }
  const { data, count, error } = await answer(caller, request);
  if (error) {
    return new Response(JSON.stringify({ error: error.message }), { status: 500, headers });
  }
  const status = request.method === "POST" ? 201 : 200;
  return new Response(JSON.stringify({ data, total: count ?? undefined }), { status, headers });
});
