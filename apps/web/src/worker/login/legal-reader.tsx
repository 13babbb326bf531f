import { Queries } from '../../components/queries.tsx'
import type { ConsentName } from '../legal/consent-memory.ts'
import { LegalSheet } from '../legal/legal-sheet.tsx'

/** A legal text for somebody who has not signed in. */
export function LegalReader({ document, onClose }: { document: ConsentName | null; onClose: () => void }) {
  return (
    <Queries>
      <LegalSheet document={document} onClose={onClose} />
    </Queries>
  )
}
