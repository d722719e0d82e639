// What the function loads from packages before its first request.
import "hono";
import "pg";
import "zod";
import "./nothing.ts";
