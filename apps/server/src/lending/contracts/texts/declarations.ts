import { productOf } from '@quincena/domain/contracts/product'
import type { ContractPayload } from '@quincena/domain/contracts/schema'

/** The declarations of each party, printed before the clauses. */
export function declarationsOf({ lender, borrower, loan }: ContractPayload) {
  const { of } = productOf(loan.type)
  return [
    {
      heading: 'Declara la Financiera que:',
      points: [
        'es una sociedad mercantil constituida conforme a las leyes mexicanas que opera como sociedad financiera de objeto múltiple, entidad no regulada; para su constitución y operación con ese carácter no requiere autorización de la Secretaría de Hacienda y Crédito Público y está sujeta a la supervisión de la Comisión Nacional Bancaria y de Valores únicamente para efectos del artículo 56 de la Ley General de Organizaciones y Actividades Auxiliares del Crédito;',
        `tiene su domicilio en ${lender.address}, y este modelo de contrato de adhesión está inscrito en el Registro de Contratos de Adhesión (RECA) de la CONDUSEF con el número ${lender.reca};`,
        'informó al Cliente, antes de la firma, el contenido de este contrato y de todos los cargos y el CAT de la operación.',
      ],
    },
    {
      heading: 'Declara el Cliente que:',
      points: [
        'es persona física, mayor de edad, de nacionalidad mexicana, y que sus datos de identificación son los que aparecen en este contrato;',
        `presta sus servicios a ${borrower.company_name}, y es titular de la cuenta en la que se entregará el importe ${of};`,
        'leyó la carátula, la Tabla de pagos y las cláusulas, las entendió y pudo resolver sus dudas antes de firmar.',
      ],
    },
  ]
}
