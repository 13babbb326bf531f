import { Queries } from '../../components/queries.tsx'
import type { ConsentName } from '../legal/consent-memory.ts'
import { LegalSheet } from '../legal/legal-sheet.tsx'

/** Legal text on the sign-in screen, where there is no session yet. */
export function LegalReader({ document, onClose }: { document: ConsentName | null; onClose: () => void }) {
  return (
    <Queries>
      <LegalSheet document={document} onClose={onClose} />
    </Queries>
  )
}
