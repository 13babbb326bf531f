import { MARKETING_WORDING } from '@quincena/domain/legal/marketing'
import { Panel } from '../../../components/phone/panel.tsx'
import { ToggleRow } from '../../../components/phone/toggle-row.tsx'
import { useMarketing } from './use-marketing.ts'

/** Switch of the consent to advertising, apart from the notifications that the app sends. */
export function MarketingRow() {
  const { isOn, isPending, turn } = useMarketing('settings')
  return (
    <Panel title="Publicidad">
      <ToggleRow
        label={MARKETING_WORDING.text}
        description="Puedes cambiarlo cuando quieras. Tus avisos y tus préstamos siguen igual."
        checked={isOn === true}
        disabled={isOn === undefined || isPending}
        onChange={turn}
      />
    </Panel>
  )
}
