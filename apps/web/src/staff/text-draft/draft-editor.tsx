import { consentNames } from '@quincena/domain/legal/consent'
import { TEXT_CONTENT_LIMITS as LIMITS, type TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { noticeSpec } from '@quincena/domain/texts/notice-catalogue'
import { isNoticeText } from '@quincena/domain/texts/notice-names'
import type { TextDetail } from '@quincena/domain/texts/schema'
import { type FocusEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { Notice } from '../../components/notice.tsx'
import { TextStatus } from '../text/text-status.tsx'
import { sinceText } from '../text/words.ts'
import type { Base } from './base.ts'
import { DraftBar } from './draft-bar.tsx'
import { DraftPreview } from './draft-preview.tsx'
import { DraftSections } from './draft-sections.tsx'
import type { Edit } from './editing.ts'
import { FieldPalette, type TextTarget } from './field-palette.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { PlaceField } from './place-field.tsx'
import { SectionJump } from './section-jump.tsx'
import classes from './text-draft.module.css'
import { useTextEditor } from './use-text-editor.ts'

/** Focuses the field or message at a place. */
function focusPlace(root: HTMLElement | null, place: string | undefined): void {
  const target = root?.querySelector<HTMLElement>(`[data-place="${place}"]`)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

/** The editor, and what was removed last, which can be brought back. */
function useEdits({ document }: TextDetail, base: Base) {
  const editor = useTextEditor(document, base)
  const root = useRef<HTMLFormElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const edit = (change: Edit) => {
    if (!change.kind.startsWith('add')) return editor.edit(change)
    const shown = new Set(root.current?.querySelectorAll('[data-part]'))
    flushSync(() => editor.edit(change))
    const added = [...(root.current?.querySelectorAll('[data-part]') ?? [])].find((part) => !shown.has(part))
    added?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const remove = (change: Edit, name: string) => {
    flushSync(() => {
      editor.edit(change)
      setRemoved([...removed, name])
    })
    undoButton.current?.focus()
  }
  const undo = () => {
    editor.edit({ kind: 'undo' })
    setRemoved(removed.slice(0, -1))
  }
  const lastRemoved = editor.editing.removed.length > 0 ? removed.at(-1) : undefined
  return { ...editor, root, undoButton, edit, remove, undo, lastRemoved }
}

/** Who reads the summary of a new version. */
const summaryHint = (document: TextDocumentName) =>
  consentNames.some((name) => name === document)
    ? 'Lo lee cada trabajador antes de aceptar el texto nuevo.'
    : 'Se lee en la lista de versiones.'

/** Which keys move a part. */
function keysHint(document: TextDocumentName): string {
  const keys = 'Alt con las flechas ↑ y ↓ mueve el párrafo'
  if (isNoticeText(document)) return `${keys}.`
  const name = textDocuments[document].has_categories ? 'pregunta' : 'sección'
  return `${keys}, o la ${name} si estás en su título.`
}

/** What the title of a text is. */
function titleLabel(document: TextDocumentName): string {
  if (!isNoticeText(document)) return 'Título'
  return noticeSpec(document).parts.includes('text') ? 'Título del aviso' : 'Asunto del correo'
}

/** Says that a new draft starts from a version that is not in force yet. */
function StartNotice({ text: { draft, next, versions } }: { text: TextDetail }) {
  const [newest] = versions
  if (draft !== null || next === null || newest === undefined) return null
  return (
    <Notice tone="info">
      El borrador parte de la versión {newest.version}, que entra en vigor {sinceText(newest.effective_date)}.
    </Notice>
  )
}

/** The draft of a document: its fields with their problems, the named fields beside them, and how it reads. */
export function DraftEditor({ text, base }: { text: TextDetail; base: Base }) {
  const { document, approval, versions } = text
  const state = useEdits(text, base)
  const { editing, stored, problems, isDirty, isBusy, edit, root } = state
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const target = useRef<TextTarget>(null)
  const formId = useId()
  const guard = useLeaveGuard(isDirty && !isBusy, () => undefined)
  const isLocked = approval !== null
  const noteTarget = ({ target: focused }: FocusEvent) => {
    if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return
    if (focused.dataset.takesFields !== undefined) target.current = focused
  }
  const showFirstProblem = () => {
    flushSync(() => setIsTried(true))
    const places = [...(root.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])]
    focusPlace(root.current, places.find(({ dataset }) => problems.has(dataset.place ?? ''))?.dataset.place)
  }
  const save = async () => {
    if (!(await state.save())) showFirstProblem()
  }
  return (
    <>
      <TextStatus text={text} />
      <div className={classes.layout}>
        <div className={classes.aside}>
          <FieldPalette document={document} target={target} isDisabled={isLocked}>
            <SectionJump
              document={document}
              sections={editing.sections}
              onJump={(index) => focusPlace(root.current, `sections.${index}.heading`)}
            />
          </FieldPalette>
          {isNoticeText(document) ? (
            <NoticePreview document={document} content={stored.content} />
          ) : (
            <DraftPreview document={document} content={stored.content} />
          )}
        </div>
        <div className={classes.editor}>
          <form
            ref={root}
            id={formId}
            aria-label="Borrador"
            noValidate
            onFocus={noteTarget}
            onSubmit={(event) => {
              event.preventDefault()
              if (state.isRestructured) setIsAsking(true)
              else void save()
            }}
          >
            <fieldset className={classes.whole} disabled={isLocked}>
              <StartNotice text={text} />
              <DraftNotice draft={state.draft} />
              {state.notice !== null && <Notice tone="problem">{state.notice}</Notice>}
              <PlaceField
                label={titleLabel(document)}
                value={editing.title}
                onChange={(title) => edit({ kind: 'text', change: { title } })}
                place="title"
                problem={problems.get('title')}
                isTried={isTried}
                maxLength={LIMITS.title}
                takesFields
              />
              <PlaceField
                label={versions.length > 0 ? 'Qué cambia' : 'Qué cambia (opcional en la primera versión)'}
                description={summaryHint(document)}
                value={editing.summary}
                onChange={(summary) => edit({ kind: 'text', change: { summary } })}
                place="summary"
                problem={problems.get('summary')}
                isTried={isTried}
                maxLength={LIMITS.summary}
                rows={2}
              />
              <p className={`${classes.hint} ${classes.keys}`}>{keysHint(document)}</p>
              <DraftSections document={document} state={state} isTried={isTried} />
            </fieldset>
          </form>
          {/* Outside the form: the dialog that publishes has one of its own. */}
          <DraftBar {...{ text, state, formId }} onProblem={showFirstProblem} />
        </div>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title="¿Guardar tu texto encima?"
        text="Otra persona guardó este texto, y el tuyo no tiene lo que cambió. Si guardas, eso se pierde."
        confirmLabel="Guardar mi texto"
        tone="danger"
        onConfirm={save}
        onClose={() => setIsAsking(false)}
      />
      {guard.question}
    </>
  )
}
