import { expect, it } from "vitest";
import { latexOf } from "./files";

it("writes a sheet as a document of LaTeX's, with pictures", () => {
  const document = latexOf("A_1", [
    { source: "g := {1|*}", answers: [{ name: "g_1", text: "{1|*}", latex: "\\{1 \\mid *\\}" }] },
    { source: 'cram("2x2")', answers: [{ text: "0", tikz: "\\begin{tikzpicture}\n\\end{tikzpicture}\n" }] },
    { source: " ", answers: [] },
  ]);
  expect(document).toContain("\\usepackage{amsmath,amssymb,tikz}\n\\title{A 1}");
  expect(document).toContain("\\[ \\mathit{g\\_1} = \\{1 \\mid *\\} \\]");
  expect(document).toContain("\\begin{center}\n\\begin{tikzpicture}\n\\end{tikzpicture}\n\\end{center}");
  expect(document.match(/\\begin\{verbatim\}/g)).toHaveLength(3);
});
