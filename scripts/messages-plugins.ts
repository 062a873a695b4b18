import { compileMessage } from "@lingui/message-utils/compileMessage";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import type { Plugin, PluginOption } from "vite";

// Lingui's own transform is an optional package that npm leaves out where npm itself runs on a Node before 22.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = "1";

/**
 * Turns the texts of the screens into messages, for the app and for tests of its parts. English stays in the code of
 * each screen, compiled, so that no browser needs the parser; other languages are catalogues of their own.
 */
export function messagePlugins(): PluginOption[] {
  return [
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })] }),
    lingui(),
    compileEnglish(),
  ];
}

/** A message as Lingui's transform writes it: its id and its text. */
const written = /(\bid: "[^"]{6}",\s*message: )("(?:[^"\\]|\\.)*")/g;

function compileEnglish(): Plugin {
  return {
    name: "compile-english",
    enforce: "post",
    transform: {
      filter: { id: /\/web\/.*\.tsx?/, code: "message: " },
      handler: (code) =>
        code.replaceAll(written, (_, before, text) => before + JSON.stringify(compileMessage(JSON.parse(text)))),
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const [left] = (chunk.type === "chunk" && /id:.{8},message:[^[].{0,60}/.exec(chunk.code)) || [];
        // Its values would be missing on the screen, without an error.
        if (left !== undefined) this.error(`A text is not compiled: ${left}`);
      }
    },
  };
}
