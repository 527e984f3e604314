/** Each of the nouns with each of the ends is the amount to pay: "Montant à virer". */
const NOUNS_AND_ENDS: readonly (readonly [nouns: string, ends: string])[] = [
  [
    'amount',
    'to pay|to be paid|to transfer|to be transferred|to remit|to be remitted|to settle|to disburse|to be disbursed|to reimburse|to wire',
  ],
  [
    'montant|mt|mnt|somme|net',
    'à payer|à régler|à virer|à verser|à rembourser|du virement|du règlement|du paiement|du versement',
  ],
  [
    'importe|imp|monto',
    'a pagar|a transferir|a abonar|a percibir|a ingresar|de pago|del pago|transferencia|de la transferencia',
  ],
  ['líquido|neto', 'a pagar|a transferir|a abonar|a percibir|a ingresar'],
  ['valor|vlr|montante', 'a pagar|a transferir|a creditar|a liquidar|do pagamento|da transferência|de pagamento'],
  ['importo|imp|somma|netto', 'da pagare|da bonificare|da liquidare|da versare|da accreditare'],
  ['importo|imp', 'bonifico|del bonifico|pagamento|del pagamento'],
  ['bedrag', 'te betalen|over te maken|uit te betalen|betaling|overboeking'],
  ['belopp|summa', 'att betala|att utbetala'],
  ['beløb|beløp', 'at betale|å betale|til betaling|til udbetaling|til utbetaling|å utbetale'],
  ['kwota', 'do przelewu|do zapłaty|do wypłaty|do przelania|płatności|przelewu'],
  ['částka', 'k úhradě|k výplatě|platby|převodu'],
  ['a', 'transferir'],
  ['à', 'rembourser'],
  ['te betalen', 'netto'],
  ['netto', 'te betalen'],
];

/** Headers that clearly mean the amount to pay, by language, composed of a noun and a word for paying. */
export const AMOUNTS_TO_PAY: readonly string[] = NOUNS_AND_ENDS.flatMap(([nouns, ends]) =>
  nouns.split('|').map((noun) =>
    ends
      .split('|')
      .map((end) => `${noun} ${end}`)
      .join('|'),
  ),
);
