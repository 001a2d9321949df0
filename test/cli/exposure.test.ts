import { expect, it } from "vitest";
import { exposure } from "../../src/cli/exposure.ts";
import { readConfig } from "../../src/config.ts";

const warningFor = (environment: Readonly<Record<string, string>>) => exposure(readConfig(environment));

it.each(["0.0.0.0", "::", "192.168.1.7", "search.example"])("HOST=%s without keys warns", (HOST) => {
  expect(warningFor({ HOST })).toMatch(new RegExp(`HOST=${HOST} without API_KEYS: .+ Set API_KEYS\\.$`));
});

it.each<Readonly<Record<string, string>>>([
  {},
  { HOST: "localhost" },
  { HOST: "::1" },
  { HOST: "127.0.0.2" },
  { HOST: "0.0.0.0", API_KEYS: "k" },
])("%j does not", (environment) => {
  expect(warningFor(environment)).toBeUndefined();
});
