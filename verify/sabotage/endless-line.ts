import { replaceSource } from "./replace-source.ts";

// Takes every password into the line at once, however long it gets.
replaceSource("/server/accounts/passwords.ts", [
  ["createWorkQueue(AT_ONCE, WAITING)", "createWorkQueue(AT_ONCE * WAITING, 1e9)"],
]);
