import { Button } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { toast } from '../../../components/toast.tsx'
import { failedTexts } from '../failed-texts.ts'
import { LoanHead } from '../loan-head.tsx'
import { loanWords } from '../words.ts'
import { useDeclineLoan } from './api.ts'
import { CostPanel, LoanFacts } from './loan-facts.tsx'

/** Request in analysis, which the worker can still withdraw. */
export function Requested({ loan }: { loan: LoanDetail }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { mutateAsync } = useDeclineLoan(loan, failedTexts.withdraw)
  const navigate = useNavigate()
  const withdraw = async () => {
    await mutateAsync()
    toast.success('Retiraste tu solicitud')
    await navigate({ to: '/app/requests', search: { filter: loanWords[loan.type].filter } })
  }
  return (
    <div className={stack.stack}>
      <LoanHead loan={loan} cents={loan.amount} label="Monto solicitado" />
      <Panel tone="quiet">
        <p className={stack.lead}>
          Estamos revisando tu solicitud. Casi siempre respondemos el mismo día hábil.
        </p>
      </Panel>
      <CostPanel loan={loan} />
      <LoanFacts loan={loan} />
      <Button size="lg" fullWidth variant="subtle" color="gray" onClick={() => setIsDialogOpen(true)}>
        Retirar mi solicitud
      </Button>
      <ConfirmDialog
        asSheet
        tone="danger"
        opened={isDialogOpen}
        title="¿Retirar tu solicitud?"
        text="Dejamos de analizarla. Puedes solicitar de nuevo cuando quieras."
        confirmLabel="Retirar"
        cancelLabel="Regresar"
        onConfirm={withdraw}
        onClose={() => setIsDialogOpen(false)}
      />
    </div>
  )
}
