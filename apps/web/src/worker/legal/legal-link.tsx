import { Anchor } from '@mantine/core'
import type { LegalDocumentName } from '@quincena/domain/legal/consent'
import { type ReactNode, useState } from 'react'
import classes from './legal-link.module.css'
import { LegalSheet } from './legal-sheet.tsx'

interface LegalLinkProps {
  document: LegalDocumentName
  children: ReactNode
}

/** Inline link that opens a legal text over the screen. */
export function LegalLink({ document, children }: LegalLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        fw={500}
        className={classes.link}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Anchor>
      <LegalSheet document={isOpen ? document : null} onClose={() => setIsOpen(false)} />
    </>
  )
}
