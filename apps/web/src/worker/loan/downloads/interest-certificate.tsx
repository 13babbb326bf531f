import { certificateYears } from '@quincena/domain/letters/rules'
import { ChoiceDownload } from '../../../components/choice-download.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { downloadInterestCertificate } from '../../../lib/letters.ts'
import { useUser } from '../../../lib/session.ts'
import { today } from '../../../lib/today.ts'

/** Saves the certificate of the interest that the worker paid in a calendar year. */
export function InterestCertificate() {
  const { id } = useUser()
  const years = certificateYears(today())
  const label = (year: number, index: number) => (index === 0 ? `${year} (hasta hoy)` : String(year))
  return (
    <Panel title="Intereses pagados en un año">
      <div className={stack.stack}>
        <p className={stack.lead}>Una constancia sellada de los intereses y comisiones que pagaste.</p>
        <ChoiceDownload
          label="Año"
          size="lg"
          options={years.map((year, index) => ({ value: String(year), label: label(year, index) }))}
          buttonLabel="Descargar constancia"
          save={(year) => downloadInterestCertificate(id, Number(year))}
          doneText="La constancia de intereses se ha descargado correctamente."
        />
      </div>
    </Panel>
  )
}
