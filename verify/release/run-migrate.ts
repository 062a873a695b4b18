import { migrate } from "../../server/database/migrate.ts";

// Brings a database up to date with the migrations of a folder: its address and the folder are the words.
const [url = "", folder = ""] = process.argv.slice(2);
await migrate(url, folder);
