/**
 * Words of names that no person has: tax and social security offices, health insurers, pension funds, unions, courts,
 * banks and public bodies. By language, as whole words; several words stand together.
 */
export const OFFICE_WORDS: Readonly<Record<string, string>> = {
  en: 'hm revenue|revenue service|revenue commissioners|revenue & customs|treasury|ministry|ministry of|department of|dept of|office of|city of|county of|state of|borough council|county council|city council|district council|town council|parish council|family trust|foundation trust|council|authority|agency|commission|social security|pension|pensions|pension fund|provident fund|superannuation|super fund|fund|trust|trustees|insurance|assurance|benefit society|building society|credit union|trade union|workers union|association|federation|foundation|society|institute|university|county court|club|collections|child support|student loans|garnishment|bankers|savings bank|police|embassy|consulate|chamber of commerce|council tax|medicare|medicaid|philhealth|pag-ibig|cpf board|inland revenue',
  de: 'finanzamt|finanzkasse|hauptzollamt|zollamt|krankenkasse|ersatzkasse|betriebskrankenkasse|innungskrankenkasse|dak-gesundheit|techniker krankenkasse|knappschaft|knappschaft-bahn-see|minijob-zentrale|deutsche rentenversicherung|rentenversicherung|berufsgenossenschaft|bundesagentur|jobcenter|agentur für arbeit|bundeskasse|landeskasse|justizkasse|landesjustizkasse|stadtkasse|gemeindekasse|kreiskasse|sozialkasse|soka-bau|zusatzversorgungskasse|versorgungswerk|pensionskasse|unterstützungskasse|direktversicherung|bausparkasse|barmer|debeka|huk-coburg|kanzlei|sparkasse|volksbank|raiffeisenbank|commerzbank|deutsche bank|stadt|gemeinde|landkreis|amt|bezirksamt|landratsamt|ministerium|bundesministerium|gewerkschaft|verband|verein|stiftung|genossenschaft|innung|kirche|kirchengemeinde|pfarramt|universität|hochschule|klinikum|krankenhaus|gerichtskasse|amtsgericht|versicherung|versicherungen|versicherungsverein|lebensversicherung|gesundheitskasse|gebietskrankenkasse|magistrat|ausgleichskasse|steueramt|steuerverwaltung|betreibungsamt|verwaltung|vereinigung',
  fr: 'trésor public|tresor public|trésorerie|direction générale|direction départementale|centre des finances|finances publiques|impôts|agirc-arrco|caisse|caisse de|mutuelle|prévoyance|prevoyance|assurance|assurances|assurance maladie|sécurité sociale|retraite|retraites|mairie|commune de|ville de|ministère|préfecture|région|département|syndicat|association|fondation|fédération|pôle emploi|france travail|malakoff|ag2r|humanis|pro btp|klesia|spf finances|université|hôpital|tribunal|greffe|huissiers|banque|crédit agricole|crédit mutuel|institut|chambre de',
  nl: 'belastingdienst|fod financiën|fod financien|ministerie|gemeente|provincie|pensioenfonds|pensioen|pensioenverzekeraar|verzekering|verzekeringen|zorgverzekering|zorgverzekeraar|zorgverzekeringen|ziekenfonds|mutualiteit|vakbond|vereniging|federatie|universiteit|hogeschool|ziekenhuis|rechtbank|deurwaarders|gerechtsdeurwaarders|fonds|rabobank|waterschap',
  it: 'agenzia|agenzia delle entrate|comune di|comune|ministero|regione|provincia di|prefettura|questura|tribunale|procura|ente|istituto|fondo|fondo pensione|cassa edile|cassa mutua|assicurazioni|assicurazione|previdenza|sindacato|associazione|fondazione|federazione|confederazione|università|ospedale|banca|camera di commercio|tesoreria|enasarco|enpam|inarcassa',
  es: 'tesorería general|tesoreria general|seguridad social|agencia tributaria|hacienda|ayuntamiento|ministerio|diputación|junta de|gobierno|generalitat|juzgado|tribunal|instituto|instituto nacional|fonacot|servicio de administración|servicio de impuestos|colpensiones|essalud|fonasa|isapre|caja|caja de|mutua|mutualidad|seguros|aseguradora|fondo|fondo de pensiones|pensiones|fundación|fundacion|asociación|asociacion|sindicato|federación|municipalidad|universidad|banco|cámara de comercio|secretaría',
  pt: 'segurança social|seguranca social|autoridade tributária|autoridade tributaria|finanças|receita federal|secretaria|prefeitura|câmara municipal|município|ministério|governo|instituto|caixa|caixa económica|caixa econômica|fundo|previdência|previdencia|seguros|seguradora|fundação|associação|sindicato|federação|universidade|tribunal|banco',
  sv: 'skatteverket|försäkringskassan|kronofogden|kronofogdemyndigheten|pensionsmyndigheten|kommun|region|landsting|myndighet|försäkring|försäkringar|pension|pensionsfond|förening|förbund|fackförbund|stiftelse|stiftelsen|universitet|sjukhus|alecta|arbetsförmedlingen',
  insurers:
    'signal iduna|hansemerkur|alte leipziger|volkswohl bund|cosmosdirekt|r+v|allianz|devk|axa|aviva|legal general|scottish widows|royal london|nest pensions|nn group|mapfre|groupama|malakoff|unipolsai|helvetia|folksam|alecta|collectum|ilmarinen',
  no: 'skatteetaten|skatteoppkreveren|kommune|fylkeskommune|departement|statens pensjonskasse|pensjonskasse|pensjon|forsikring|forening|forbund|fagforbund|stiftelse|stiftelsen|universitet|sykehus|namsmannen|kreditor',
  da: 'skattestyrelsen|kommune|region|ministerium|styrelsen|pension|pensionskasse|forsikring|forening|forbund|fagforening|fonden|universitet|feriekonto|lønmodtagernes|a-kasse',
  fi: 'verohallinto|eläkevakuutus|eläkevakuutusyhtiö|työeläkeyhtiö|eläkekassa|vakuutus|vakuutusyhtiö|työttömyyskassa|kunta|kaupunki|ministeriö|yhdistys|liitto|ammattiliitto|säätiö|yliopisto|sairaala|ulosottovirasto',
  pl: 'urząd|urząd skarbowy|urzad skarbowy|izba administracji skarbowej|zakład ubezpieczeń|ministerstwo|gmina|miasto|powiat|starostwo|sąd|komornik sądowy|ubezpieczenia|towarzystwo|fundusz|fundacja|stowarzyszenie|związek|związek zawodowy|uniwersytet|szpital|izba',
  cs: 'finanční úřad|úřad|celní úřad|správa sociálního zabezpečení|okresní správa|všeobecná zdravotní pojišťovna|zdravotní pojišťovna|pojišťovna|penzijní|penzijní společnost|ministerstvo|město|obec|městský úřad|soud|exekutorský úřad|nadace|spolek|sdružení|svaz|odbory|odborová organizace|univerzita|nemocnice|banka',
  sk: 'daňový úrad|úrad|sociálna poisťovňa|zdravotná poisťovňa|poisťovňa|dôvera|union zdravotná|ministerstvo|mesto|obec|súd|exekútorský úrad|nadácia|združenie|zväz|odbory|univerzita|nemocnica|banka',
  hu: 'nemzeti adó|adóhatóság|önkormányzat|minisztérium|biztosító|nyugdíjpénztár|egészségpénztár|pénztár|alapítvány|egyesület|szakszervezet|egyetem|kórház|bíróság|kamara',
  ro: 'trezoreria|casa de asigurări|casa națională|direcția|administrația|primăria|ministerul|consiliul|asigurări|fond de pensii|fundația|asociația|sindicatul|universitatea|spitalul|tribunalul|banca',
  hr: 'porezna uprava|zavod|općina|ministarstvo|osiguranje|mirovinski fond|sindikat|udruga|zaklada|sveučilište|bolnica|državni proračun|občina|zavarovalnica|ministrstvo|uprava',
  bg: 'национална агенция|община|министерство|фонд|пенсионен фонд|застраховане|фондация|сдружение|синдикат|университет|болница|съд|агенция|пореска управа|фонд пио|општина',
  tr: 'vergi dairesi|sosyal güvenlik|sosyal güvenlik kurumu|belediye|belediyesi|bakanlığı|valiliği|müdürlüğü|icra dairesi|sigorta|emeklilik|vakfı|derneği|sendikası|kooperatifi|üniversitesi|hastanesi|bankası|odası|iskur',
  el: 'υπουργείο|ταμείο|ασφάλειες|ασφαλιστική|σύλλογος|σωματείο|ίδρυμα|πανεπιστήμιο|νοσοκομείο|τράπεζα|συνεταιρισμός|οργανισμός',
  ru: 'казначейство|управление|инспекция|министерство|администрация|фонд|пенсионный фонд|страхование|страховая|профсоюз|университет|больница|суд|банк|ассоциация|гу дпс|казначейська|міністерство|управління|фонд|профспілка|університет|лікарня',
  id: 'direktorat|kementerian|yayasan|koperasi|universitas|rumah sakit|asuransi|dana pensiun|lembaga|lembaga hasil|kumpulan wang|jabatan',
  vi: 'chi cục|cục thuế|bảo hiểm|bảo hiểm xã hội|kho bạc|ủy ban|bệnh viện|ngân hàng',
  ar: 'وزارة|هيئة|مصلحة|صندوق|التأمينات|التأمين|بلدية|جامعة|مستشفى|بنك|جمعية|نقابة|محكمة',
  he: 'רשות המסים|ביטוח לאומי|המוסד לביטוח|עיריית|משרד|קרן פנסיה|קופת|קופת גמל|קופת חולים|חברה לביטוח|עמותת|עמותה|אוניברסיטת|בנק',
  hi: 'विभाग|मंत्रालय|बैंक|न्यास|परिषद',
};

/** Short names of offices that no person has, so they also decide where the whole name is in capitals. */
export const SURE_ACRONYMS =
  'HMRC AOK KKH IKK BKK SVLFG ÖGK DGFIP URSSAF CPAM CARSAT INPS INAIL TGSS AEAT IMSS INFONAVIT ISSSTE SUNAT FGTS PFRON OSSZ ČSSZ PERKESO';

/** Short names of offices that may also be names or initials of people. */
export const OFFICE_ACRONYMS =
  'HUK LVM VGH WWK HDI IRS NHS BARMER DRV VBG VBL ZVK SBK DAK HEK HKK TK BUAK SVS AHV SUVA SVA CAF MSA ONSS RSZ CNSS UWV CJIB SVB ASL SAT AFIP ARCA ANSES DIAN AFP EPS IGCP INSS NAV KLP ATP SKAT KELA KEVA ZUS KRUS NFZ VZP ANAF CNAS HZMO HZZO FURS ZZZS ZPIZ SGK ΑΑΔΕ ΔΟΥ ΕΦΚΑ ФНС ИФНС МИФНС ФСС ПФР СФР УФК НАП НОИ НЗОК ДПС ПФУ BPJS KWSP EPFO NSSF NHIF SSS ATO CRA SARS IRD';

/** Ends of compounds in languages that write them as one word: "Musterkasse", "Landesversicherungsamt". */
export const OFFICE_ENDS =
  /\p{L}{3}(?:kasse|kassen|finanzamt|zollamt|bauamt|steueramt|jugendamt|ordnungsamt|standesamt|versorgungsamt|sozialamt|versicherung|versicherungen|versicherungsanstalt|versicherungsamt|verband|verbund|verein|stiftung|anstalt|behörde|verwaltung|genossenschaft|gemeinde|ministerium|agentur|gericht|fonds|hochschule|universität|klinikum|krankenhaus|stadtwerke|verzekering|verzekeringen|verzekeraar|pensioenfonds|vereniging|stichting|förbund|förbundet|förening|föreningen|försäkring|kassan|verket|myndigheten|forening|foreningen|forbund|forbundet|forsikring|pensjonskasse|fonden|yhdistys|vakuutus|virasto|liitto|säätiö|pojišťovna|poisťovňa|biztosító|pénztár|egyesület|szövetség)$/u;

/** In scripts without spaces: tax office, ministry, insurance, fund, bank, union, court, city hall. */
export const OFFICE_PARTS =
  /税務署|年金|社会保険|健康保険|労働局|市役所|区役所|県庁|裁判所|銀行|信用金庫|共済|協会|大学|病院|税务局|稅務局|社保局|公积金|公積金|基金|保险|保險|银行|法院|协会|協會|工会|세무서|국세청|공단|보험|연금|은행|법원|협회|조합|시청|구청|대학교|กรมสรรพากร|ประกันสังคม|ธนาคาร|กองทุน|กรม|สำนักงาน|มหาวิทยาลัย|โรงพยาบาล/u;
