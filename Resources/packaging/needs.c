/* What rssium takes from the libraries that it opens when it first needs them. deb.sh links this, so that dpkg-shlibdeps
   finds the packages and versions that have all of it, as it does for a library that is linked. */
#include "../../Sources/CCurl/shim.h"
#include "../../Sources/CLibXML2/shim.h"

#define CURL_FUNCTION(NAME) (void *)&curl_##NAME,
#define XML_FUNCTION(NAME) (void *)&NAME,

void *const rssium_needs[] = {RSSIUM_CURL_FUNCTIONS(CURL_FUNCTION) RSSIUM_XML_FUNCTIONS(XML_FUNCTION)};
