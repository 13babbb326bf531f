import { certificateYears } from '@quincena/domain/letters/rules'
import { Card } from '../../components/card.tsx'
import { ChoiceDownload } from '../../components/choice-download.tsx'
import { downloadInterestCertificate } from '../../lib/letters.ts'
import { today } from '../../lib/today.ts'

/** Saves the certificate of the interest that a worker paid in a calendar year. */
export function InterestCertificateCard({ userId }: { userId: number }) {
  const years = certificateYears(today())
  const label = (year: number, index: number) => (index === 0 ? `${year} (hasta hoy)` : String(year))
  return (
    <Card title="Constancia de intereses pagados">
      <ChoiceDownload
        label="Año"
        size="sm"
        options={years.map((year, index) => ({ value: String(year), label: label(year, index) }))}
        buttonLabel="Descargar constancia"
        save={(year) => downloadInterestCertificate(userId, Number(year))}
        doneText="La constancia de intereses se ha descargado correctamente."
      />
    </Card>
  )
}
