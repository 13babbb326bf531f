import { Button } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { keptSignature, type Signed } from './kept-signature.ts'

interface KeptPanelProps {
  loan_id: number
  onReview: (signed: Signed) => void
}

/** Shown above an offer that was signed on this phone while the server never answered. Sends nothing by itself. */
export function KeptPanel({ loan_id, onReview }: KeptPanelProps) {
  const [signed] = useState(() => keptSignature(loan_id))
  if (signed === null) return null
  return (
    <Panel title="Tu firma sigue aquí" tone="jade">
      <p className={stack.lead}>
        La guardamos en este teléfono porque no quedó confirmada. Revísala y confirma: el dinero se envía una
        sola vez.
      </p>
      <Button size="lg" fullWidth onClick={() => onReview(signed)}>
        Revisar y confirmar
      </Button>
    </Panel>
  )
}
