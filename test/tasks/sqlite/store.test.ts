import { sqliteStore } from "../../../src/tasks/sqlite/client.ts";
import { storeContract } from "../store-contract.ts";

storeContract("SQLite", async () => sqliteStore(undefined));
