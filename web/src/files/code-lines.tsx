// The text of a file with coloured evidence: lines about licenses, and lines with copyright statements; and with the colours of its syntax.
import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  hoverTooltip,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { HIDDEN_CHARACTERS, markOfCharacter } from '../elements/hidden-characters.ts';
import { type ColouredPart, kindsOfParts } from './colours/coloured-parts.ts';
import classes from './file-view.module.css';
import type { Find } from './find-in-file.tsx';

/** Line numbers of the whole file. They start at 1, and both ends are included. */
export interface EvidenceRange {
  kind: 'license' | 'copyright';
  startLine: number;
  endLine: number;
  /** The text of the tooltip. */
  note: string;
}

interface CodeLinesProps {
  text: string;
  /** The line number, in the file, of the first line of `text`. */
  firstLine: number;
  evidence: EvidenceRange[];
  /** The line to scroll to. A new object scrolls again. */
  goTo: { line: number } | undefined;
  /** Places of a search in `text`, and which of them is shown. */
  found: Find['found'];
  /** Parts of `text` with a colour of the syntax. */
  colours: readonly ColouredPart[];
}

export function CodeLines({ text, firstLine, evidence, goTo, found, colours }: CodeLinesProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  useEffect(() => {
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
        // Counts lines as the server does: a single carriage return ends no line.
        EditorState.lineSeparator.of('\n'),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': 'Text of the file' }),
        EditorView.decorations.of((current) => decorationsOf(current.state, firstLine, evidence)),
        evidenceTips(firstLine, evidence),
        hiddenCharacters,
        foundPlaces,
        colouredParts,
        look,
      ],
    });
    view.current = new EditorView({ state, ...(host.current && { parent: host.current }) });
    return () => view.current?.destroy();
  }, [text, firstLine, evidence]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor has to be coloured too
  useEffect(() => {
    view.current?.dispatch({ effects: showFound.of(found) });
  }, [found, text, evidence, firstLine]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor has to be coloured too
  useEffect(() => {
    view.current?.dispatch({ effects: showColours.of(colours) });
  }, [colours, text, evidence, firstLine]);

  // Runs after the effects above, so that newly loaded lines are scrolled too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor has to be scrolled too
  useEffect(() => {
    const current = view.current;
    if (!goTo || !current) return;
    const line = goTo.line - firstLine + 1;
    if (line < 1 || line > current.state.doc.lines) return;
    const { from } = current.state.doc.line(line);
    current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }, [goTo, firstLine, text, evidence]);

  return <div ref={host} className={classes.code} />;
}

const hiddenCharacters = highlightSpecialChars({ specialChars: HIDDEN_CHARACTERS, render: markOfCharacter });
const showFound = StateEffect.define<Find['found']>();
const FOUND = Decoration.mark({ class: 'cm-found' });
const FOUND_NOW = Decoration.mark({ class: 'cm-found cm-found-now' });

const foundPlaces = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, state }) {
    for (const effect of effects)
      if (effect.is(showFound)) {
        const { places, at } = effect.value;
        // The places may be those of another text, which the page is about to show.
        const fitting = places.filter(({ to }) => to <= state.doc.length);
        return Decoration.set(fitting.map(({ from, to }, index) => (index === at ? FOUND_NOW : FOUND).range(from, to)));
      }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const showColours = StateEffect.define<readonly ColouredPart[]>();
const COLOURS = Object.fromEntries(kindsOfParts.map((kind) => [kind, Decoration.mark({ class: `cm-code-${kind}` })]));

const colouredParts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, state }) {
    for (const effect of effects)
      if (effect.is(showColours)) {
        const builder = new RangeSetBuilder<Decoration>();
        for (const { from, to, kind } of effect.value) {
          const mark = COLOURS[kind];
          // The parts may be those of another text, which the page is about to show.
          if (mark !== undefined && to <= state.doc.length) builder.add(from, to, mark);
        }
        return builder.finish();
      }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Each line once, with the classes of all its evidence. */
function decorationsOf({ doc }: EditorState, firstLine: number, evidence: EvidenceRange[]): DecorationSet {
  const kinds = new Map<number, Set<string>>();
  for (const { kind, startLine, endLine } of evidence) {
    const last = Math.min(doc.lines, endLine - firstLine + 1);
    for (let line = Math.max(1, startLine - firstLine + 1); line <= last; line += 1) {
      kinds.set(line, (kinds.get(line) ?? new Set()).add(kind));
    }
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const [line, kindsOfLine] of [...kinds].sort(([a], [b]) => a - b)) {
    const names = [...kindsOfLine].map((kind) => `cm-evidence-${kind}`).join(' ');
    const { from } = doc.line(line);
    builder.add(from, from, Decoration.line({ class: names }));
  }
  return builder.finish();
}

function evidenceTips(firstLine: number, evidence: EvidenceRange[]) {
  return hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    const number = line.number + firstLine - 1;
    const notes = evidence
      .filter(({ startLine, endLine }) => startLine <= number && number <= endLine)
      .map(({ note }) => note);
    if (notes.length === 0) return null;
    return {
      pos: line.from,
      above: true,
      create() {
        const dom = document.createElement('div');
        dom.className = classes.tip ?? '';
        dom.textContent = notes.join('\n');
        return { dom };
      },
    };
  });
}

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: '12.5px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel-sunken)',
    color: 'var(--text-soft)',
    borderRight: '1px solid var(--line-soft)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 14px', minWidth: '44px' },
  '.cm-content': { padding: '4px 0', caretColor: 'transparent' },
  '.cm-line': { padding: '0 10px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-hidden-character': {
    color: 'var(--panel)',
    backgroundColor: 'var(--bad)',
    borderRadius: '2px',
    padding: '0 2px',
  },
  '.cm-evidence-license': {
    backgroundColor: 'var(--evidence-license)',
    boxShadow: 'inset 3px 0 0 var(--evidence-license-line)',
  },
  '.cm-evidence-copyright': {
    backgroundColor: 'var(--evidence-copyright)',
    boxShadow: 'inset 3px 0 0 var(--evidence-copyright-line)',
  },
  '.cm-evidence-license.cm-evidence-copyright': {
    background: 'linear-gradient(90deg, var(--evidence-copyright), var(--evidence-license))',
    boxShadow: 'inset 3px 0 0 var(--evidence-copyright-line), inset 6px 0 0 var(--evidence-license-line)',
  },
  '.cm-found': { outline: '1px solid var(--chosen-line)', backgroundColor: 'var(--chosen)' },
  '.cm-found-now': { outline: '2px solid var(--chosen-line)' },
  ...Object.fromEntries(kindsOfParts.map((kind) => [`.cm-code-${kind}`, { color: `var(--code-${kind})` }])),
  '.cm-tooltip': { backgroundColor: 'transparent', border: 'none' },
});
