import { Anchor } from '@mantine/core'
import type { LegalDocumentName } from '@quincena/domain/legal/schema'
import { type ReactNode, useState } from 'react'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { LegalText } from './legal-text.tsx'

const titles: Record<LegalDocumentName, string> = {
  terms: 'Términos y condiciones',
  privacy: 'Aviso de privacidad',
  advance_terms: 'Términos del anticipo de nómina',
}

interface LegalLinkProps {
  document: LegalDocumentName
  children: ReactNode
}

/** Words in a sentence that open a legal text over the screen. */
export function LegalLink({ document, children }: LegalLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" fz="inherit" fw={500} onClick={() => setIsOpen(true)}>
        {children}
      </Anchor>
      <BottomSheet opened={isOpen} title={titles[document]} onClose={() => setIsOpen(false)}>
        <LegalText document={document} />
      </BottomSheet>
    </>
  )
}
