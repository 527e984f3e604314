import { describe, expect, it } from 'vitest';
import {
  hasLegalForm,
  isBusinessName,
  isOfficeName,
  isUnclearName,
} from '../../../src/sheets/names/is-business-name.ts';

const FORMS =
  'Muster GmbH|Muster GmbH & Co. KG|Muster & Co. A.G.|Google Ireland Ltd|Muster AG|MUSTER AG|Muster e.V.|Muster e. V.|Muster UG (haftungsbeschränkt)|Acme Ltd|ACME LIMITED|Acme, Inc.|Acme LLC|Acme L.L.C.|Acme P.L.C.|' +
  'Acme Pty Ltd|Acme Pte. Ltd.|Acme Sdn. Bhd.|Acme Private Limited|Muster SARL|Muster S.à r.l.|Muster S. A. R. L.|Muster SAS|Muster S.A.|MUSTER S.A.|Muster SA|Muster SRL|Muster S.p.A.|' +
  'Muster S.L.|MUSTER SL|Muster SA de CV|Muster S. de R.L. de C.V.|Muster S.A.C.|Muster Lda.|Muster Ltda|Muster S/A|Muster B.V.|Muster NV|Muster AB|Muster A/S|Muster ApS|Muster AS|Muster Oy|' +
  'Muster Oy Ab|Muster ehf.|Muster sp. z o.o.|Muster Sp. k.|Muster s.r.o.|Muster spol. s r.o.|Muster a.s.|Muster Kft.|Muster Zrt.|Muster d.o.o.|Muster OÜ|UAB Muster|SIA Muster SIA|ООО Ромашка|' +
  'Ромашка ООО|ТОВ Ромашка|Muster A.Ş.|Muster Ltd. Şti.|Μουστερ Α.Ε.|Μουστερ ΕΠΕ|PT MAJU JAYA|Công ty TNHH Sao|株式会社サンプル|サンプル（株）|カ）サンプル|北京样品有限公司|주식회사 샘플|(주)샘플|' +
  'บริษัท ตัวอย่าง จำกัด|שם בע"מ|شركة المثال|Muster & Söhne|Smith and Co.|Stichting Voorbeeld|' +
  'Mueller Hans u. Co|Müller u. Söhne|Müller & C.|Hans Müller Nachf.|Hans Müller Nachfolger|Müller, Nachflg.|Muster KG a.A.|Muster eGbR|Muster gUG|Muster SCI|Muster S.C.I.|Muster SCEA|Muster SARLAU|' +
  'Muster S.a.s. di Rossi Mario|Muster SCCL|Muster slf.|Muster hf.|Muster Ek. för.|Muster Ry|Muster S.K.A.|Muster o.p.s.|Muster S.R.L.-D|Muster ShPK|Muster sh.p.k.|Muster OOO|OOO Romashka|Μουστερ Ε.Ε.|' +
  'Muster Ltd.Şti.|Muster San. ve Tic.|Muster K.K.|Muster KK|Muster Godo Kaisha|Muster JSC|Muster Joint Stock Company|Muster PCL|Muster PLT|M/s Muster|Muster S.C. de R.L.|Muster S.C.A.|Muster SENCRL|' +
  'Muster Cooperative|Muster CLG|Muster TÜ|Dupont Succ.|Dupont Successeurs|Garcia Sucesores|Rossi Successori';
const OFFICES =
  'Finanzamt Musterstadt|Musterstädter Krankenkasse|AOK Nordost|Deutsche Rentenversicherung Bund|Musterkasse|Landeshauptkasse Muster|Minijob-Zentrale|Stadt Musterstadt|Musterverband|Pensionskasse Muster|' +
  'HM Revenue & Customs|HMRC|Muster Pension Fund|Department of Revenue|City of Leeds|URSSAF Ile de France|Caisse de retraite Muster|DGFIP|Mairie de Lyon|INPS Roma|Agenzia delle Entrate|Comune di Milano|' +
  'Tesorería General de la Seguridad Social|Agencia Tributaria|Ayuntamiento de Muster|Segurança Social|Belastingdienst|Pensioenfonds Zorg|Skatteverket|Försäkringskassan|Verohallinto|NAV|' +
  'Urząd Skarbowy Warszawa|ZUS|Finanční úřad|Sociálna poisťovňa|Önkormányzat Muster|Vergi Dairesi|税務署|社保局|국민연금공단|Пенсионный фонд|Bảo hiểm xã hội|BPJS Kesehatan|' +
  'AOK PLUS|AOK BAYERN|IKK CLASSIC|HMRC CUMBERNAULD|URSSAF ILE DE FRANCE|ZVK Bau|VBG|SBK|Debeka|HUK-COBURG|Kanzlei Muster|STADT BONN|Caja Madrid|Banco Santander|Evangelische Kirche|Göteborgs kommun|Türkiye İş Bankası|Leeds City Council|NHS Trust|Signal Iduna|SIGNAL IDUNA|Alte Leipziger|R+V|Allianz|Legal & General|Bundesamt für Justiz|Landesamt Muster|Land Berlin|Freistaat Bayern|Oberfinanzdirektion|Arbeiterwohlfahrt Muster|IG Metall|TÜV Nord|Scottish Widows';
const PEOPLE =
  'Ina Muster|MUSTER Ina|INA MUSTER|JOAO SA|João Sá|Ahmet As|Jan Vos|Jan Sas|Sia Furler|NAV SINGH|Nav Singh|Charity Bond|Nguyễn Văn Trường|Dian Sastro|SVS RAO|DIAN SASTRO|Kita Morio|Obi Ike|Sonu Nigam|Tadeusz Kantor|Jason Kreis|' +
  'Carl Bank|Mario Cassa|Ana María de la Cruz|Max Muster jun.|Ina und Max Muster|Ada Lovelace, MA|Ada Lovelace M.A.|Ada Lovelace, M.Sc.|Max Muster II|Oskar Notz|Estelle Frank|Li Na|O Se Hun|Maria Conte|Paul Richter|Anna Amtmann|Tim Vereinigt|J.A. Muster|Rohit Varma|Keren Cohen|קרן כהן|山田太郎|김민지';
/** Of a business, or of a person with such a last name. */
const UNCLEAR =
  'Hans Amt|AMT Hans|Jan Stadt|Stadt, Jan|Ana Caja|CAJA Ana|Ana María Caja|Luca Banca|Peter Kirche|Maria Caixa|Claude Mairie|Leeds Council|John Trust|Kita Sonnenschein|Kita Morio|Grundschule Nord|' +
  'Praxis Dr. Muster|Kindertagesstätte Sonnenschein|Malerbetrieb Muster|Crèche Les Petits|Guardería Sol|St. Mary School|Päiväkoti Aurinko|Szkoła Muster|Carl Bank|Familie Muster|' +
  'Deutsche Post|Diakonisches Werk|Friends of Muster|Verlag für Muster|Max Muster Bau|Elektro Muster|Edwin Land|Gerichtsvollzieher Otto|Obergerichtsvollzieher Hans Otto|OGV Otto|Huissier Dupont|Maître Dupont|Notar Dr. Hans Otto|Rechtsanwalt Hans Otto|Insolvenzverwalter Hans Otto|Notaio Mario Rossi|Komornik Jan Nowak|' +
  'Bäckerei Schmidt Inh. Hans Müller|Schmidt Inhaber Hans Müller|Muster Hans, Inhaberin|John Smith t/a Acme|John Smith trading as Acme|John Smith DBA Acme|Jan Jansen h/o Voorbeeld|Estate of John Smith|' +
  'Hans Müller Erben|Succession Dupont|Viuda de Garcia|Gebr. Müller|Fratelli Rossi|F.lli Rossi|Hnos. Garcia|Smith Bros|Smith Brothers|Dupont Frères|Muster Auto-entrepreneur|Muster Eenmanszaak|Muster Tmi|' +
  'ФОП Мустер Іна|ИП Мустер Инна|ЕТ Мустер|PHU Nowak|P.H.U. Jan Nowak|Muster s.p.|Muster P.F.A.|Muster obrt|Muster EI|Muster A.C.|Muster Est.|Nürnberger Leben|Canada Life|Maria Generali|PayPal Europe|Google Ireland|Telekom Deutschland|Stripe Payments Europe|Signify Nederland|Lyreco Schweiz|Ikea Sverige|Suresh A.G.|Suresh Kumar A.G.|Arun K.G.|Priya A.B.|Müller i. Ins.|ARGE Tunnel';

describe('a name', () => {
  it.each(FORMS.split('|'))('%s has a legal form', (name) => expect(hasLegalForm(name)).toBe(true));
  it.each(OFFICES.split('|'))('%s is that of an office', (name) => expect(isOfficeName(name)).toBe(true));
  it.each(PEOPLE.split('|'))('%s is that of a person', (name) => expect(isBusinessName(name)).toBe(false));
  it.each(UNCLEAR.split('|'))('%s is unclear', (name) =>
    expect({ business: isBusinessName(name), unclear: isUnclearName(name) }).toEqual({ business: false, unclear: true }));
  it.each(PEOPLE.split('|').filter((name) => !UNCLEAR.includes(name)))('%s is clear', (name) =>
    expect(isUnclearName(name)).toBe(false));
});
