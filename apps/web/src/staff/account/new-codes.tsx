import { useState } from 'react'
import { RecoveryCodes } from '../../components/recovery-codes.tsx'

/** Shows new recovery codes until the user confirms that they are saved. */
export function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => unknown }) {
  const [isSaved, setIsSaved] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  return (
    <RecoveryCodes
      codes={codes}
      size="md"
      isSaved={isSaved}
      isWarned={isWarned}
      onSavedChange={setIsSaved}
      onDone={() => (isSaved ? void onDone() : setIsWarned(true))}
    />
  )
}
