/** Whether it may be an e-mail address; the server decides. */
export const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

/** Whether a link may be valid for so many days. */
export const areDays = (text: string) => /^([1-9]|[12]\d|30)$/.test(text.trim());

/** The languages of mails, each named in itself. */
export const languageChoices = [
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
] as const;
