import { replaceSource } from "./replace-source.ts";

// Lets everybody in who signs in, and takes every password into the line at once, however long it gets.
replaceSource("/server/accounts/passwords.ts", [
  ["createWorkQueue(AT_ONCE, WAITING, CROWDED)", "createWorkQueue(AT_ONCE * WAITING, 1e9, CROWDED)"],
  ["createWorkQueue(AT_ONCE + WAITING, 0, CROWDED)", "createWorkQueue(1e9, 0, CROWDED)"],
]);
