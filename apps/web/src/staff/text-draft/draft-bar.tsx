import { Button } from '@mantine/core'
import type { TextDetail } from '@quincena/domain/texts/schema'
import type { RefObject } from 'react'
import { pluralize } from '../../lib/pluralize.ts'
import { PublishButton } from '../text/publish-button.tsx'
import classes from './text-draft.module.css'

/** Why the draft cannot be published as it is; undefined if it can. */
function publishBlocker(text: TextDetail, isDirty: boolean): string | undefined {
  if (isDirty) return 'Guarda el borrador antes de publicarlo.'
  if (text.draft?.summary === '' && text.versions.length > 0) return 'Escribe qué cambia antes de publicar.'
  return undefined
}

interface DraftBarProps {
  text: TextDetail
  /** The form that the save button sends. */
  formId: string
  state: {
    isDirty: boolean
    isBusy: boolean
    problems: ReadonlyMap<string, string>
    /** What was removed last, if it can be brought back. */
    lastRemoved: string | undefined
    undoButton: RefObject<HTMLButtonElement | null>
    undo: () => void
    reset: () => void
  }
  onProblem: () => void
}

/** What the draft's state is, and the buttons to save, discard and publish it. */
export function DraftBar({ text, formId, state, onProblem }: DraftBarProps) {
  const { draft, approval } = text
  const { isDirty, isBusy, problems, lastRemoved } = state
  return (
    <div className={classes.bar}>
      <p className={classes.state} role="status">
        {lastRemoved !== undefined && `Quitaste ${lastRemoved}. `}
        {isDirty ? 'Hay cambios sin guardar.' : draft !== null && 'Todo está guardado.'}
      </p>
      {lastRemoved !== undefined && (
        <Button ref={state.undoButton} variant="subtle" onClick={state.undo}>
          Deshacer
        </Button>
      )}
      {problems.size > 0 && (
        <Button variant="subtle" onClick={onProblem}>
          {pluralize(problems.size, 'problema', 'problemas')}: ver el primero
        </Button>
      )}
      <Button variant="default" disabled={!isDirty} onClick={state.reset}>
        Descartar cambios
      </Button>
      <Button type="submit" form={formId} disabled={!isDirty || approval !== null} loading={isBusy}>
        Guardar borrador
      </Button>
      {draft !== null && <PublishButton text={text} draft={draft} blocked={publishBlocker(text, isDirty)} />}
    </div>
  )
}
