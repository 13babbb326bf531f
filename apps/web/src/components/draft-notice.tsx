import { Anchor } from '@mantine/core'
import type { Draft } from './draft.ts'
import { Notice } from './notice.tsx'

/** Says that the form shows what was typed before, and offers to discard it. */
export function DraftNotice({ draft }: { draft: Draft | undefined }) {
  if (draft === undefined || !draft.isRestored) return null
  return (
    <Notice tone="info">
      Recuperamos lo que escribiste ·{' '}
      <Anchor component="button" type="button" size="sm" underline="always" onClick={draft.discard}>
        Descartar
      </Anchor>
    </Notice>
  )
}
