import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import type { PluginOption } from "vite";

// Lingui's own transform is an optional package that npm leaves out where npm itself runs on a Node before 22.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = "1";

/**
 * Turns the texts of the screens into messages, for the app and for tests of its parts. English stays in the code of
 * each screen; other languages are catalogues of their own.
 */
export function messagePlugins(): PluginOption[] {
  return [babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })] }), lingui()];
}
