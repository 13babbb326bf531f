import { Button } from '@mantine/core'
import type { TextDetail, TextDraft } from '@quincena/domain/texts/schema'
import { useState } from 'react'
import { PublishDialog } from './publish-dialog.tsx'

interface PublishButtonProps {
  text: TextDetail
  draft: TextDraft
  /** Why the draft cannot be published now; undefined: it can. */
  blocked?: string | undefined
}

/** Opens the dialog that publishes the draft. While a publication waits for another admin there is no button. */
export function PublishButton({ text, draft, blocked }: PublishButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (text.approval !== null && !isOpen) return null
  return (
    <>
      <Button disabled={blocked !== undefined} title={blocked} onClick={() => setIsOpen(true)}>
        Publicar…
      </Button>
      {isOpen && <PublishDialog text={text} draft={draft} onClose={() => setIsOpen(false)} />}
    </>
  )
}
